-- For each file the largest id of a turn in which it was touched, and whose that is; `others` is
-- the largest one of the other sessions, `own` that of this session up to its last compaction, 0
-- where there is none. None is too small. Where turns were removed they may be too large.
CREATE TABLE newest (
    file INTEGER PRIMARY KEY,
    turn INTEGER NOT NULL,
    session INTEGER NOT NULL,
    others INTEGER NOT NULL,
    own INTEGER NOT NULL
) STRICT;

INSERT INTO newest (file, turn, session, others, own)
SELECT file, turn, session,
    coalesce((SELECT max(other.turn) FROM turn_files AS other
        WHERE other.file = top.file AND other.session <> top.session), 0),
    CASE WHEN (SELECT compacted FROM sessions WHERE id = session) IS NULL THEN 0 ELSE turn END
FROM (SELECT file, max(turn) AS turn, session FROM turn_files GROUP BY file) AS top;
