package io.freightsdk.internal.jobs.rows;

import io.freightsdk.internal.jobs.rules.FollowedLoad;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.ReportedEvent;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * The statements on {@code freight_loads}. {@code position} has the latest position. Until the
 * listener has accepted its events, {@code reported_position} has the position before it. {@code
 * reported} is true while no event waits for the listener, also before the first read. The events
 * are not stored: they are computed again from the two positions.
 *
 * @param name the name of the jobs
 */
public record LoadRows(Database database, String name) {
  /**
   * A row as it was read. A change of it is stored only if its task and its number of results are
   * still the same.
   *
   * @param account the account with the service that has the load
   * @param taskId the id of the task that follows it; other tasks have no effect
   * @param reads the number of stored results of reads, including failed reads. A result is stored
   *     only if no other result was stored since the row was read
   * @param readId the id of the latest result, a part of the ids of its events
   * @param accepted the number of events of this result that the listener has accepted
   * @param endedAt when the load finished, was given up, or was unfollowed; null while it is
   *     followed
   */
  public record Row(
      FollowedLoad load,
      String account,
      String taskId,
      int reads,
      String readId,
      int accepted,
      @Nullable Instant endedAt) {
    /** A load that is followed from now on. */
    static Row of(FollowedLoad load, String account) {
      return new Row(
          load, account, UUID.randomUUID().toString(), 0, UUID.randomUUID().toString(), 0, null);
    }

    public Row with(FollowedLoad load) {
      return with(load, account);
    }

    public Row with(FollowedLoad load, String account) {
      return new Row(load, account, taskId, reads, readId, accepted, endedAt);
    }

    /** After a read: counts the result, which has a new id and no accepted event. */
    public Row withResult(FollowedLoad load) {
      return new Row(load, account, taskId, reads + 1, UUID.randomUUID().toString(), 0, endedAt);
    }

    /** Followed by another task, with neither a place under a budget nor an end. */
    Row withNewTask() {
      return new Row(
          load.withPlace(null),
          account,
          UUID.randomUUID().toString(),
          reads,
          readId,
          accepted,
          null);
    }

    /** An event of the latest read, as the listener gets it. */
    public ReportedEvent event(int index) {
      String id = readId + "-" + (index + 1);
      return new ReportedEvent(
          id, load.reference(), load.customer(), load.news().events().get(index));
    }
  }

  private static final String ALL = "SELECT * FROM freight_loads WHERE jobs = :jobs";

  static final String WAITS_FOR_BALANCE_OR_KEY =
      "reported = TRUE AND waiting_for IN ('BALANCE', 'KEY')";

  private static final String INSERT =
      """
      INSERT INTO freight_loads (jobs, reference, customer, account, load_number, reported, read_count,
        read_id, accepted_events, lost_reads, next_read_at, followed_from, news_expected_from, task_id, changed_at)
      VALUES (:jobs, :reference, :customer, :account, :loadNumber, :reported, :reads,
        :readId, :accepted, :lostReads, :nextReadAt, :followedFrom, :newsExpectedFrom, :taskId, :changedAt)
      """;

  /** A row as it was read: every change sets another task or stores a result. */
  private static final String AS_SEEN =
      """
       WHERE jobs = :jobs AND reference = :reference AND task_id = :seenTaskId
        AND read_count = :seenReads
      """;

  private static final String UPDATE =
      """
      UPDATE freight_loads SET customer = :customer, account = :account,
        load_number = :loadNumber, status = :status, position = :position, read_at = :readAt,
        reported = :reported, reported_position = :reportedPosition, reported_read_at = :reportedReadAt,
        next_read_at = :nextReadAt, place_at = :placeAt, read_count = :reads,
        read_id = :readId, accepted_events = :accepted, lost_reads = :lostReads, followed_from = :followedFrom,
        news_expected_from = :newsExpectedFrom,
        waiting_for = NULL, given_up = :givenUp, ended_at = :endedAt, task_id = :taskId, changed_at = :changedAt
      """
          + AS_SEEN;

  private static final String UPDATE_WAITING =
      "UPDATE freight_loads SET waiting_for = :reason, changed_at = :now" + AS_SEEN;

  private static final String UPDATE_ACCEPTED =
      "UPDATE freight_loads SET accepted_events = :accepted" + AS_SEEN;

  /** Stores a new row. Returns false if its reference or its load is or was followed. */
  boolean insert(Handle handle, Row row, Instant now) {
    return database.insertOrNothing(handle, INSERT, "jobs", insert -> bind(insert, row, now));
  }

  /**
   * Returns false if another instance has changed the row, because it considered this instance
   * crashed.
   */
  public boolean update(Handle handle, Row seen, Row row, Instant now) {
    return bind(updateOf(seen, handle, UPDATE), row, now).execute() == 1;
  }

  /**
   * Stores the reason for which the next read waits since it was due. Has no effect if another
   * instance has changed the row.
   */
  public void updateWaiting(Handle handle, Row seen, WaitReason reason, Instant now) {
    updateOf(seen, handle, UPDATE_WAITING).bind("reason", reason).bind("now", now).execute();
  }

  /**
   * Stores the number of accepted events. Returns false if following has ended, or another instance
   * has changed the row.
   */
  public boolean updateAcceptedEvents(Handle handle, Row seen, int accepted) {
    return updateOf(seen, handle, UPDATE_ACCEPTED).bind("accepted", accepted).execute() == 1;
  }

  private Update updateOf(Row seen, Handle handle, String sql) {
    return handle
        .createUpdate(sql)
        .bind("jobs", name)
        .bind("reference", seen.load.reference())
        .bind("seenTaskId", seen.taskId)
        .bind("seenReads", seen.reads);
  }

  /**
   * Ends following now. The results of a read in progress and of a running listener are no longer
   * stored. Returns false if the load is not followed.
   */
  boolean endFollowing(Handle handle, String reference, Instant now) {
    return 1
        == handle
            .createUpdate(
                "UPDATE freight_loads SET next_read_at = NULL, place_at = NULL, waiting_for = NULL,"
                    + " ended_at = :now, task_id = :taskId, changed_at = :now"
                    + " WHERE jobs = :jobs AND reference = :reference AND ended_at IS NULL")
            .bind("jobs", name)
            .bind("reference", reference)
            .bind("now", now)
            .bind("taskId", UUID.randomUUID().toString())
            .execute();
  }

  private <S extends SqlStatement<S>> S bind(S statement, Row row, Instant now) {
    FollowedLoad load = row.load;
    PositionSnapshot latest = load.news().latest();
    boolean isAllAccepted = load.news().events().isEmpty();
    PositionSnapshot before = isAllAccepted ? null : load.news().before();
    return statement
        .bind("jobs", name)
        .bind("reference", load.reference())
        .bind("customer", load.customer())
        .bind("account", row.account)
        .bind("loadNumber", load.loadNumber())
        .bind("status", latest == null ? null : latest.position().status().toString())
        .bind("position", json(latest))
        .bind("readAt", latest == null ? null : latest.readAt())
        .bind("reported", isAllAccepted)
        .bind("reportedPosition", json(before))
        .bind("reportedReadAt", before == null ? null : before.readAt())
        .bind("nextReadAt", load.plan().nextReadAt())
        .bind("placeAt", load.plan().placeAt())
        .bind("reads", row.reads)
        .bind("readId", row.readId)
        .bind("accepted", isAllAccepted ? 0 : row.accepted)
        .bind("lostReads", load.plan().lostReads())
        .bind("followedFrom", load.followedFrom())
        .bind("newsExpectedFrom", load.plan().newsExpectedFrom())
        .bind("givenUp", load.plan().givenUpReason())
        .bind("endedAt", load.plan().nextReadAt() == null && isAllAccepted ? now : null)
        .bind("taskId", row.taskId)
        .bind("changedAt", now);
  }

  private static @Nullable String json(@Nullable PositionSnapshot reading) {
    return reading == null ? null : Json.toText(LoadPosition.class, reading.position());
  }

  public Optional<Row> find(Handle handle, String reference) {
    return handle
        .createQuery(ALL + " AND reference = :reference")
        .bind("jobs", name)
        .bind("reference", reference)
        .map(LoadRows::row)
        .findFirst();
  }

  /** Loads with a place under a budget. */
  List<Row> placed(Handle handle) {
    return handle
        .createQuery(ALL + " AND place_at IS NOT NULL AND ended_at IS NULL")
        .bind("jobs", name)
        .map(LoadRows::row)
        .list();
  }

  /** Followed loads whose task was deleted. */
  List<Row> withoutTask(Handle handle, String taskName) {
    return handle
        .createQuery(ALL + " AND ended_at IS NULL AND " + TaskRows.IS_DELETED)
        .bind("jobs", name)
        .bind("task", taskName)
        .map(LoadRows::row)
        .list();
  }

  /**
   * The first loads of a customer that wait for a balance or a key; null for loads without a
   * customer.
   */
  public List<Row> waitingForBalanceOrKey(Handle handle, @Nullable String customer, int limit) {
    return handle
        .createQuery(
            ALL
                + " AND "
                + WAITS_FOR_BALANCE_OR_KEY
                + " AND customer "
                + (customer == null ? "IS NULL" : "= :customer")
                + " ORDER BY next_read_at LIMIT "
                + limit)
        .bind("jobs", name)
        .bind("customer", customer)
        .map(LoadRows::row)
        .list();
  }

  int purge(Handle handle, Instant before) {
    return handle
        .createUpdate("DELETE FROM freight_loads WHERE jobs = :jobs AND ended_at < :before")
        .bind("jobs", name)
        .bind("before", before)
        .execute();
  }

  private static Row row(RowView row) {
    String loadNumber = row.getColumn("load_number", String.class);
    PositionSnapshot latest = reading(row, "position", "read_at");
    boolean isAllAccepted = row.getColumn("reported", Boolean.class);
    PositionSnapshot before =
        isAllAccepted ? latest : reading(row, "reported_position", "reported_read_at");
    Instant followedFrom = row.getColumn("followed_from", Instant.class);
    String givenUp = row.getColumn("given_up", String.class);
    List<LoadEvent> events =
        isAllAccepted
            ? List.of()
            : FollowedLoad.events(loadNumber, followedFrom, before, latest, givenUp);
    FollowedLoad load =
        new FollowedLoad(
            loadNumber,
            row.getColumn("reference", String.class),
            row.getColumn("customer", String.class),
            followedFrom,
            new FollowedLoad.News(latest, before, events),
            new FollowedLoad.ReadPlan(
                row.getColumn("next_read_at", Instant.class),
                row.getColumn("news_expected_from", Instant.class),
                row.getColumn("place_at", Instant.class),
                row.getColumn("lost_reads", Integer.class),
                givenUp));
    return new Row(
        load,
        row.getColumn("account", String.class),
        row.getColumn("task_id", String.class),
        row.getColumn("read_count", Integer.class),
        row.getColumn("read_id", String.class),
        row.getColumn("accepted_events", Integer.class),
        row.getColumn("ended_at", Instant.class));
  }

  private static @Nullable PositionSnapshot reading(RowView row, String position, String readAt) {
    String text = row.getColumn(position, String.class);
    return text == null
        ? null
        : new PositionSnapshot(
            Json.fromText(LoadPosition.class, text), row.getColumn(readAt, Instant.class));
  }
}
