package io.freightsdk.internal.jobs.rows;

import io.freightsdk.jobs.OrderCounts;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.OrderPage;
import io.freightsdk.jobs.OrderSummary;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.jobs.WaitingWork;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads orders and loads together: the list for dispatchers, the counts, and the waiting work.
 *
 * @param name the name of the jobs
 */
public record SummaryRows(String name, TaskRows tasks) {
  private static final int PAGE = 100;

  /** The filter of a list; a null component matches all. */
  public record Filter(
      @Nullable String customer, @Nullable State state, @Nullable WaitReason waitingFor) {}

  /** A row, and the sort key of pages. */
  private record Listed(Instant at, OrderSummary order) {}

  /** The last row of a page. */
  private record Cursor(Instant at, String reference) {
    static Cursor of(String text) {
      String[] parts = text.split(" ", 2);
      try {
        if (parts.length == 2) return new Cursor(Instant.parse(parts[0]), parts[1]);
      } catch (DateTimeException e) {
        // Not a cursor of a page.
      }
      throw new IllegalArgumentException(
          "orders: the cursor is not from an OrderPage; pass OrderPage.nextCursor(), or null");
    }
  }

  /** A load waits from the time at which its read was due. */
  private static final String ALL =
      """
      SELECT listed.*, t.execution_time FROM (
        SELECT o.reference, o.customer, o.state, COALESCE(l.waiting_for, o.waiting_for) AS waiting_for,
          o.reason, o.problems, o.may_have_load,
          COALESCE(CASE WHEN l.waiting_for IS NOT NULL THEN l.next_read_at END,
            o.waiting_since, o.changed_at) AS since,
          COALESCE(CASE WHEN l.next_read_at IS NOT NULL THEN l.task_id END,
            CASE WHEN o.state = 'WAITING' THEN o.task_id END) AS task_id,
          COALESCE(l.load_number, o.load_number) AS load_number, o.stored_at AS listed_at
        FROM freight_orders o
        LEFT JOIN freight_loads l ON l.jobs = o.jobs AND l.reference = o.reference
        WHERE o.jobs = :jobs
        UNION ALL
        SELECT l.reference, l.customer, 'BOOKED', l.waiting_for, NULL, NULL, FALSE,
          COALESCE(CASE WHEN l.waiting_for IS NOT NULL THEN l.next_read_at END, l.followed_from),
          CASE WHEN l.next_read_at IS NOT NULL THEN l.task_id END, l.load_number, l.followed_from
        FROM freight_loads l
        WHERE l.jobs = :jobs AND NOT EXISTS (SELECT 1 FROM freight_orders o
          WHERE o.jobs = l.jobs AND o.reference = l.reference)
      ) listed
      LEFT JOIN freight_tasks t
        ON t.task_name IN (:orderTask, :loadTask) AND t.task_instance = listed.task_id
      WHERE 1 = 1
      """;

  /** A load waits since its read was due. */
  private static final String WAITING =
      """
      SELECT waiting_for, SUM(orders) AS orders, SUM(loads) AS loads, MIN(oldest) AS oldest FROM (
        SELECT waiting_for, COUNT(*) AS orders, 0 AS loads, MIN(waiting_since) AS oldest
        FROM freight_orders
        WHERE jobs = :jobs AND state IN ('WAITING', 'SENDING') AND waiting_for IS NOT NULL
        GROUP BY waiting_for
        UNION ALL
        SELECT waiting_for, 0, COUNT(*), MIN(next_read_at) FROM freight_loads
        WHERE jobs = :jobs AND reported = TRUE AND waiting_for IS NOT NULL
        GROUP BY waiting_for
      ) waiting GROUP BY waiting_for
      """;

  private static final String CUSTOMERS_WAITING =
      "SELECT customer FROM freight_orders WHERE jobs = :jobs AND "
          + OrderRows.WAITS_FOR_BALANCE_OR_KEY
          + " UNION SELECT customer FROM freight_loads WHERE jobs = :jobs AND "
          + LoadRows.WAITS_FOR_BALANCE_OR_KEY;

  /** A page of the list, the newest first, after the last row of the page before. */
  public OrderPage page(Handle handle, Filter filter, @Nullable String cursor) {
    Cursor after = cursor == null ? null : Cursor.of(cursor);
    List<Listed> found = list(handle, filter, after);
    boolean isLast = found.size() <= PAGE;
    Listed last = isLast ? null : found.get(PAGE - 1);
    return new OrderPage(
        found.stream().limit(PAGE).map(Listed::order).toList(),
        last == null ? null : last.at() + " " + last.order().reference());
  }

  /** The rows of a page, and one more if it is not the last page. */
  private List<Listed> list(Handle handle, Filter filter, @Nullable Cursor after) {
    String sql =
        ALL
            + (filter.customer == null ? "" : " AND customer = :customer")
            + (filter.state == null ? "" : " AND state = :state")
            + (filter.waitingFor == null ? "" : " AND waiting_for = :waitingFor")
            + (after == null
                ? ""
                : " AND (listed_at < :at OR (listed_at = :at AND reference < :reference))")
            + " ORDER BY listed_at DESC, reference DESC LIMIT "
            + (PAGE + 1);
    return handle
        .createQuery(sql)
        .bind("jobs", name)
        .bind("orderTask", tasks.order.getTaskName())
        .bind("loadTask", tasks.load.getTaskName())
        .bind("customer", filter.customer)
        .bind("state", filter.state)
        .bind("waitingFor", filter.waitingFor)
        .bind("at", after == null ? null : after.at())
        .bind("reference", after == null ? null : after.reference())
        .map(this::listed)
        .list();
  }

  private Listed listed(ResultSet row, StatementContext context) throws SQLException {
    String waitingFor = row.getString("waiting_for");
    String problems = row.getString("problems");
    return new Listed(
        time(row, "listed_at", context),
        new OrderSummary(
            row.getString("reference"),
            row.getString("customer"),
            State.valueOf(row.getString("state")),
            waitingFor == null ? null : WaitReason.valueOf(waitingFor),
            row.getString("reason"),
            problems == null ? List.of() : Json.problemsFromText(problems),
            row.getBoolean("may_have_load"),
            time(row, "since", context),
            tasks.time(row),
            row.getString("load_number")));
  }

  private static Instant time(ResultSet row, String column, StatementContext context)
      throws SQLException {
    return context
        .findColumnMapperFor(Instant.class)
        .orElseThrow()
        .map(row, row.findColumn(column), context);
  }

  public OrderCounts counts(Handle handle) {
    Count unsent = count(handle, "freight_orders", "stored_at", "state IN ('WAITING', 'SENDING')");
    Count unreported =
        count(
            handle,
            "freight_orders",
            "changed_at",
            "state IN ('BOOKED', 'STOPPED') AND reported = FALSE");
    Count events =
        count(handle, "freight_loads", "read_at", "reported = FALSE AND ended_at IS NULL");
    Count stopped = count(handle, "freight_orders", "changed_at", "state = 'STOPPED'");
    return new OrderCounts(
        unsent.rows(),
        unsent.oldest(),
        waitingWork(handle),
        unreported.rows(),
        unreported.oldest(),
        events.rows(),
        events.oldest(),
        stopped.rows(),
        stopped.oldest());
  }

  private record Count(long rows, @Nullable Instant oldest) {}

  private Count count(Handle handle, String table, String time, String condition) {
    return handle
        .createQuery(
            "SELECT COUNT(*) AS counted, MIN("
                + time
                + ") AS oldest FROM "
                + table
                + " WHERE jobs = :jobs AND "
                + condition)
        .bind("jobs", name)
        .map(
            row ->
                new Count(
                    row.getColumn("counted", Long.class), row.getColumn("oldest", Instant.class)))
        .one();
  }

  /** Counts waiting orders and loads by reason. */
  public List<WaitingWork> waitingWork(Handle handle) {
    return handle
        .createQuery(WAITING)
        .bind("jobs", name)
        .map(
            row ->
                new WaitingWork(
                    row.getColumn("waiting_for", WaitReason.class),
                    row.getColumn("orders", Long.class),
                    row.getColumn("loads", Long.class),
                    row.getColumn("oldest", Instant.class)))
        .list()
        .stream()
        .sorted(Comparator.comparing(WaitingWork::waitingFor))
        .toList();
  }

  /**
   * The customers whose orders or loads wait for a balance or a key; null for orders and loads
   * without a customer.
   */
  public List<@Nullable String> customersWaitingForBalanceOrKey(Handle handle) {
    return handle
        .createQuery(CUSTOMERS_WAITING)
        .bind("jobs", name)
        .map(row -> Optional.ofNullable(row.getColumn("customer", String.class)))
        .list()
        .stream()
        .map(customer -> customer.orElse(null))
        .toList();
  }
}
