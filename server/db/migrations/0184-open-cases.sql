-- Open cases are few among many: what waits for the firm is found through them, not through every order. The planner
-- guesses five times too many of them unless it is told how often the two columns meet.
create index orders_open_key on orders (status, id) include (assignee_id, user_id)
  where status in ('pending', 'processing', 'confirmed') and work_closed_at is null;
create statistics orders_open (mcv) on status, work_closed_at from orders;
analyze orders (status, work_closed_at);

-- Papers and answers that wait for the firm or for the client.
create index order_papers_open_key on order_papers (order_id) where state in ('uploaded', 'requested', 'returned');
create index order_question_sets_submitted_key on order_question_sets (order_id) where state = 'submitted';
