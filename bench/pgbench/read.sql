\set at random(1, 10000)
select body from bench_texts where id = :at;
