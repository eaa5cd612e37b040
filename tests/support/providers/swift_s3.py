# OpenStack Swift with its S3 API in one process: swift_s3.py FOLDER PORT. Uses four ports in a row, on loopback.
import os, sys
base, port = os.path.abspath(sys.argv[1]), int(sys.argv[2])
put = lambda name, text: open(f'{base}/{name}', 'w').write(text)
os.makedirs(f'{base}/dev/d1', exist_ok=True)
D = f'[DEFAULT]\nswift_dir = {base}\ndevices = {base}/dev\nmount_check = false\n[pipeline:main]\npipeline = '
put('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\n')
for s in ('object', 'container', 'account'): put(s + '.conf', D + f'app\n[app:app]\nuse = egg:swift#{s}\n')
F = 'catch_errors gatekeeper healthcheck listing_formats bulk s3api tempauth copy slo dlo versioned_writes symlink'.split()
X = {'s3api': 'location = us-east-1\n', 'tempauth': 'user_test_tester = testing .admin\n', 'versioned_writes': 'allow_object_versioning = true\n'}
put('proxy.conf', D + ' '.join(F) + ' proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n'
    + ''.join(f'[filter:{f}]\nuse = egg:swift#{f}\n{X.get(f, "")}' for f in F))
from swift.common import utils, storage_policy, constraints
utils.eventlet_monkey_patch(); utils.set_swift_dir(base)
storage_policy.reload_storage_policies(); constraints.reload_constraints()
from swift.common.ring import RingBuilder; from swift.common.wsgi import loadapp, SwiftHttpProtocol; import eventlet, eventlet.wsgi
class Cache(dict):   # in memcached's place: proxy and tempauth refuse to run without a true env['swift.cache']
    __bool__ = lambda s: True; get = lambda s, k, **kw: dict.get(s, k)
    set = lambda s, k, v, **kw: s.update({k: v}); delete = lambda s, k, **kw: s.pop(k, None)
def serve(name, p):
    inner, cache = loadapp(f'{base}/{name}.conf'), Cache()
    app = lambda env, start: inner({**env, 'swift.cache': cache}, start)
    return eventlet.spawn(eventlet.wsgi.server, eventlet.listen(('127.0.0.1', p)), app, utils.NullLogger(), protocol=SwiftHttpProtocol, capitalize_response_headers=False)
for i, s in enumerate(('object', 'container', 'account'), 1):
    b = RingBuilder(4, 1, 0)   # 16 partitions, 1 replica, 1 device
    b.add_dev(dict(id=0, region=1, zone=1, ip='127.0.0.1', port=port + i, replication_ip='127.0.0.1', replication_port=port + i, device='d1', weight=1))
    b.rebalance(); b.get_ring().save(f'{base}/{s}.ring.gz'); serve(s, port + i)
serve('proxy', port).wait()
