/** Actor of changes from the command line, which no account of the shop made. */
export const COMMAND_LINE = { actor: { id: null, user_id: 'system' }, address: 'command line' };
