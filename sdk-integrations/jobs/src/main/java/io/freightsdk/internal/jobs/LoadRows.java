package io.freightsdk.internal.jobs;

import io.freightsdk.internal.sql.Database;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * The statements on {@code freight_loads}. The latest reading is in {@code position}, also before
 * the listener knows it; until then {@code told_position} has the one that it knows.
 *
 * @param jobs the name whose loads they are about
 */
record LoadRows(Database database, String jobs) {
  /**
   * A row.
   *
   * @param account with the service, by whose key the load was made
   * @param alarm the id of the task that follows it; no other one does
   * @param reads how many readings were stored: who stores one does so only while nobody else has
   * @param overAt when following ended; null while it goes on
   */
  record Row(FollowedLoad load, String account, String alarm, int reads, @Nullable Instant overAt) {
    /** A load that is followed from now on. */
    static Row of(FollowedLoad load, String account) {
      return new Row(load, account, Alarms.newId(), 0, null);
    }

    Row with(FollowedLoad load) {
      return new Row(load, account, alarm, reads, overAt);
    }

    Row withReading(FollowedLoad load) {
      return new Row(load, account, alarm, reads + 1, overAt);
    }

    /** With another task, and no place in the queue of a budget. */
    Row withTask() {
      return new Row(load.withPlace(null), account, Alarms.newId(), reads, null);
    }
  }

  private static final String ALL = "SELECT * FROM freight_loads WHERE jobs = :jobs";

  private static final String INSERT =
      """
      INSERT INTO freight_loads (jobs, reference, customer, account, load_number, told, read_count,
        lost_reads, next_read_at, followed_from, news_expected_from, alarm, changed_at)
      VALUES (:jobs, :reference, :customer, :account, :loadNumber, :told, :reads,
        :lostReads, :nextReadAt, :followedFrom, :newsExpectedFrom, :alarm, :changedAt)
      """;

  /** Only as it was read: who has changed it since has set another alarm or stored a reading. */
  private static final String UPDATE =
      """
      UPDATE freight_loads SET customer = :customer, account = :account,
        load_number = :loadNumber, status = :status, position = :position, read_at = :readAt,
        told = :told, told_position = :toldPosition, told_read_at = :toldReadAt,
        next_read_at = :nextReadAt, place_at = :placeAt, read_count = :reads,
        lost_reads = :lostReads, followed_from = :followedFrom,
        news_expected_from = :newsExpectedFrom,
        given_up = CASE WHEN :isOver THEN COALESCE(:givenUp, given_up) ELSE :givenUp END,
        over_at = CASE WHEN :isOver THEN :changedAt END, alarm = :alarm, changed_at = :changedAt
      WHERE jobs = :jobs AND reference = :reference
        AND alarm = :seenAlarm AND read_count = :seenReads
      """;

  /** False if a load of this reference is followed, or was. */
  boolean insert(Handle handle, Row row, Instant now) {
    return database.insertOrNothing(handle, INSERT, "jobs", insert -> bind(insert, row, now));
  }

  /** False if another instance, which has taken this one for dead, has changed it. */
  boolean update(Handle handle, Row seen, Row row, Instant now) {
    return 1
        == bind(handle.createUpdate(UPDATE), row, now)
            .bind("seenAlarm", seen.alarm)
            .bind("seenReads", seen.reads)
            .execute();
  }

  /**
   * Ends following now: who still reads the load, or reports its events, can store nothing any
   * more. False if it is not followed.
   */
  boolean end(Handle handle, String reference, Instant now) {
    return 1
        == handle
            .createUpdate(
                "UPDATE freight_loads SET next_read_at = NULL, place_at = NULL, over_at = :now,"
                    + " alarm = :alarm, changed_at = :now"
                    + " WHERE jobs = :jobs AND reference = :reference AND over_at IS NULL")
            .bind("jobs", jobs)
            .bind("reference", reference)
            .bind("now", now)
            .bind("alarm", Alarms.newId())
            .execute();
  }

  private <S extends SqlStatement<S>> S bind(S statement, Row row, Instant now) {
    FollowedLoad load = row.load;
    PositionSnapshot told = load.reported();
    PositionSnapshot latest = load.pending() == null ? told : load.pending();
    boolean isUntold = load.hasEvents();
    PositionSnapshot before = isUntold ? told : null;
    return statement
        .bind("jobs", jobs)
        .bind("reference", load.reference())
        .bind("customer", load.customer())
        .bind("account", row.account)
        .bind("loadNumber", load.loadNumber())
        .bind("status", latest == null ? null : latest.position().status().toString())
        .bind("position", json(latest))
        .bind("readAt", latest == null ? null : latest.readAt())
        .bind("told", !isUntold)
        .bind("toldPosition", json(before))
        .bind("toldReadAt", before == null ? null : before.readAt())
        .bind("nextReadAt", load.next())
        .bind("placeAt", load.place())
        .bind("reads", row.reads)
        .bind("lostReads", load.lost().count())
        .bind("followedFrom", load.followedFrom())
        .bind("newsExpectedFrom", load.newsExpectedFrom())
        .bind("givenUp", load.givenUp())
        .bind("isOver", load.next() == null && !isUntold)
        .bind("alarm", row.alarm)
        .bind("changedAt", now);
  }

  private static @Nullable String json(@Nullable PositionSnapshot reading) {
    return reading == null ? null : Json.text(LoadPosition.class, reading.position());
  }

  Optional<Row> find(Handle handle, String reference) {
    return handle
        .createQuery(ALL + " AND reference = :reference")
        .bind("jobs", jobs)
        .bind("reference", reference)
        .map(LoadRows::row)
        .findFirst();
  }

  /** Those that wait for a place in the queue of a budget. */
  List<Row> withPlace(Handle handle) {
    return handle
        .createQuery(ALL + " AND place_at IS NOT NULL AND over_at IS NULL")
        .bind("jobs", jobs)
        .map(LoadRows::row)
        .list();
  }

  /** Those that are followed and have no task: somebody has removed it. */
  List<Row> withoutTask(Handle handle, String task) {
    return handle
        .createQuery(
            ALL
                + " AND over_at IS NULL AND NOT EXISTS (SELECT 1 FROM freight_tasks"
                + " WHERE task_name = :task AND task_instance = alarm)")
        .bind("jobs", jobs)
        .bind("task", task)
        .map(LoadRows::row)
        .list();
  }

  /**
   * Followed loads with events that the listener has not accepted, by the time of their reading.
   */
  OrderRows.Count untold(Handle handle) {
    return OrderRows.Count.of(
        handle
            .createQuery(
                "SELECT COUNT(*) AS counted, MIN(read_at) AS oldest FROM freight_loads"
                    + " WHERE jobs = :jobs AND told = FALSE AND over_at IS NULL")
            .bind("jobs", jobs));
  }

  int purge(Handle handle, Instant before) {
    return handle
        .createUpdate("DELETE FROM freight_loads WHERE jobs = :jobs AND over_at < :before")
        .bind("jobs", jobs)
        .bind("before", before)
        .execute();
  }

  private static Row row(RowView row) {
    PositionSnapshot latest = reading(row, "position", "read_at");
    boolean told = row.getColumn("told", Boolean.class);
    PositionSnapshot before = told ? latest : reading(row, "told_position", "told_read_at");
    // A load that is given up after a failure has no later reading.
    PositionSnapshot pending = latest == null || latest.equals(before) ? null : latest;
    FollowedLoad load =
        new FollowedLoad(
            row.getColumn("load_number", String.class),
            row.getColumn("reference", String.class),
            row.getColumn("customer", String.class),
            before,
            pending,
            row.getColumn("next_read_at", Instant.class),
            row.getColumn("followed_from", Instant.class),
            row.getColumn("news_expected_from", Instant.class),
            row.getColumn("place_at", Instant.class),
            new LostReads(row.getColumn("lost_reads", Integer.class)),
            told ? null : row.getColumn("given_up", String.class));
    return new Row(
        load,
        row.getColumn("account", String.class),
        row.getColumn("alarm", String.class),
        row.getColumn("read_count", Integer.class),
        row.getColumn("over_at", Instant.class));
  }

  private static @Nullable PositionSnapshot reading(RowView row, String position, String readAt) {
    String text = row.getColumn(position, String.class);
    return text == null
        ? null
        : new PositionSnapshot(
            Json.value(LoadPosition.class, text), row.getColumn(readAt, Instant.class));
  }
}
