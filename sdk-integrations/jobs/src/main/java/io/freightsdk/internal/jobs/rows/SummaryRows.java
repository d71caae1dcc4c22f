package io.freightsdk.internal.jobs.rows;

import io.freightsdk.internal.sql.Database;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.OrderSummary;
import io.freightsdk.jobs.WaitReason;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * The list of orders with their loads, and of loads that are followed without an order.
 *
 * @param name the name of the jobs
 */
public record SummaryRows(Database database, String name, TaskRows tasks) {
  /** The filter of a list; a null component matches all. */
  public record Filter(
      @Nullable String customer, @Nullable State state, @Nullable WaitReason waitingFor) {}

  /** A row, and the sort key of pages. */
  record Listed(Instant at, OrderSummary order) {}

  /** The last row of a page. */
  record Cursor(Instant at, String reference) {}

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

  /** The newest first, after the last row of the previous page. */
  List<Listed> page(Handle handle, Filter filter, @Nullable Cursor after, int limit) {
    String sql =
        ALL
            + (filter.customer == null ? "" : " AND customer = :customer")
            + (filter.state == null ? "" : " AND state = :state")
            + (filter.waitingFor == null ? "" : " AND waiting_for = :waitingFor")
            + (after == null
                ? ""
                : " AND (listed_at < :at OR (listed_at = :at AND reference < :reference))")
            + " ORDER BY listed_at DESC, reference DESC LIMIT "
            + limit;
    Query query =
        handle
            .createQuery(sql)
            .bind("jobs", name)
            .bind("orderTask", tasks.order.getTaskName())
            .bind("loadTask", tasks.load.getTaskName());
    if (filter.customer != null) query.bind("customer", filter.customer);
    if (filter.state != null) query.bind("state", filter.state.name());
    if (filter.waitingFor != null) query.bind("waitingFor", filter.waitingFor.name());
    if (after != null) query.bind("at", after.at()).bind("reference", after.reference());
    return query.map(this::listed).list();
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
            problems == null ? List.of() : Json.problems(problems),
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
}
