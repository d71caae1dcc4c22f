package io.freightsdk.internal.jobs.rows;

import io.freightsdk.internal.jobs.rules.Order;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.DriverResolution;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * The statements on {@code freight_orders}.
 *
 * @param name the name of the jobs
 */
public record OrderRows(Database database, String name) {
  private static final String ALL = "SELECT * FROM freight_orders WHERE jobs = :jobs";

  /** These reasons end when a free read of the balance succeeds. */
  static final String WAITS_FOR_BALANCE_OR_KEY =
      "state = 'WAITING' AND waiting_for IN ('BALANCE', 'KEY')";

  private static final String INSERT =
      """
      INSERT INTO freight_orders (jobs, reference, customer, input, state, reported, idempotency_key,
        may_have_load, attempts, gateway_refusals, task_id, stored_at, changed_at)
      VALUES (:jobs, :reference, :customer, :input, :state, :reported, :key,
        :mayHaveLoad, :attempts, :gatewayRefusals, :taskId, :storedAt, :changedAt)
      """;

  private static final String UPDATE =
      """
      UPDATE freight_orders SET customer = :customer, input = :input, state = :state,
        waiting_for = :waitingFor, waiting_since = :waitingSince, reason = :reason, problems = :problems,
        account = :account, load_number = :loadNumber, tracking_link = :trackingLink,
        driver_web_link = :driverWebLink, driver_resolution = :driverResolution, origin = :origin,
        may_be_from_lost_attempt = :mayBeFromLostAttempt, reported = :reported, idempotency_key = :key, key_sent_at = :keySentAt,
        may_have_load = :mayHaveLoad, attempts = :attempts, gateway_refusals = :gatewayRefusals,
        task_id = :taskId, stored_at = :storedAt, changed_at = :changedAt
      WHERE jobs = :jobs AND reference = :reference
        AND task_id = :seenTaskId AND attempts = :seenAttempts
      """;

  /** False if the order exists. */
  boolean insert(Handle handle, Order order) {
    return database.insertOrNothing(handle, INSERT, "jobs", insert -> bind(insert, order));
  }

  public Optional<Order> find(Handle handle, String reference) {
    return find(handle, reference, "");
  }

  /** Finds and locks an order as it was committed last, until this transaction ends. */
  Optional<Order> lock(Handle handle, String reference) {
    return find(handle, reference, database.dialect().forUpdate());
  }

  /** Empty also while another transaction locks the order. */
  public Optional<Order> lockUnlessHeld(Handle handle, String reference) {
    return find(handle, reference, database.dialect().skipLocked());
  }

  private Optional<Order> find(Handle handle, String reference, String lock) {
    return handle
        .createQuery(ALL + " AND reference = :reference" + lock)
        .bind("jobs", name)
        .bind("reference", reference)
        .map(OrderRows::order)
        .findFirst();
  }

  /** Stores an order unless its row has changed since it was read. */
  public boolean update(Handle handle, Order order, Order.Version seen) {
    return 1
        == bind(handle.createUpdate(UPDATE), order)
            .bind("seenTaskId", seen.taskId())
            .bind("seenAttempts", seen.attempts())
            .execute();
  }

  private <S extends SqlStatement<S>> S bind(S statement, Order order) {
    BookedLoad load = order.load;
    DriverResolution resolution = load == null ? null : load.driverResolution();
    return statement
        .bind("jobs", name)
        .bind("reference", order.reference)
        .bind("customer", order.customer)
        .bind("input", Json.toText(CreateLoadInput.class, order.input))
        .bind("state", order.state)
        .bind("waitingFor", order.waitingFor)
        .bind("waitingSince", order.waitingSince)
        .bind("reason", order.reason)
        .bind("problems", order.problems.isEmpty() ? null : Json.problemsToText(order.problems))
        .bind("account", order.account)
        .bind("loadNumber", load == null ? null : load.loadNumber())
        .bind("trackingLink", load == null ? null : load.trackingLink())
        .bind("driverWebLink", load == null ? null : load.driverWebLink())
        .bind("driverResolution", resolution == null ? null : resolution.toString())
        .bind("origin", load == null ? null : load.origin())
        .bind("mayBeFromLostAttempt", load == null ? null : load.mayBeFromLostAttempt())
        .bind("reported", order.reported)
        .bind("key", order.key)
        .bind("keySentAt", order.keySentAt)
        .bind("mayHaveLoad", order.mayHaveLoad)
        .bind("attempts", order.attempts)
        .bind("gatewayRefusals", order.gatewayRefusals)
        .bind("taskId", order.taskId)
        .bind("storedAt", order.storedAt)
        .bind("changedAt", order.changedAt);
  }

  private static Order order(RowView row) {
    String reference = row.getColumn("reference", String.class);
    String customer = row.getColumn("customer", String.class);
    CreateLoadInput input =
        Json.fromText(CreateLoadInput.class, row.getColumn("input", String.class));
    Order order = new Order(reference, customer, input, row.getColumn("stored_at", Instant.class));
    order.state = row.getColumn("state", State.class);
    order.waitingFor = row.getColumn("waiting_for", WaitReason.class);
    order.waitingSince = row.getColumn("waiting_since", Instant.class);
    order.reason = row.getColumn("reason", String.class);
    String problems = row.getColumn("problems", String.class);
    order.problems = problems == null ? List.of() : Json.problemsFromText(problems);
    order.account = row.getColumn("account", String.class);
    order.load = load(row, reference, customer);
    order.reported = row.getColumn("reported", Boolean.class);
    order.key = row.getColumn("idempotency_key", String.class);
    order.keySentAt = row.getColumn("key_sent_at", Instant.class);
    order.mayHaveLoad = row.getColumn("may_have_load", Boolean.class);
    order.attempts = row.getColumn("attempts", Integer.class);
    order.gatewayRefusals = row.getColumn("gateway_refusals", Integer.class);
    order.taskId = row.getColumn("task_id", String.class);
    order.changedAt = row.getColumn("changed_at", Instant.class);
    return order;
  }

  private static @Nullable BookedLoad load(
      RowView row, String reference, @Nullable String customer) {
    String loadNumber = row.getColumn("load_number", String.class);
    if (loadNumber == null) return null;
    String resolution = row.getColumn("driver_resolution", String.class);
    return new BookedLoad(
        reference,
        customer,
        loadNumber,
        row.getColumn("tracking_link", String.class),
        row.getColumn("driver_web_link", String.class),
        resolution == null ? null : DriverResolution.of(resolution),
        row.getColumn("origin", BookedLoad.Origin.class),
        row.getColumn("may_be_from_lost_attempt", Boolean.class));
  }

  // --- many orders ---

  public List<Order> stopped(Handle handle, int limit) {
    return handle
        .createQuery(ALL + " AND state = 'STOPPED' ORDER BY changed_at LIMIT " + limit)
        .bind("jobs", name)
        .map(OrderRows::order)
        .list();
  }

  /**
   * The first orders of a customer that wait for a balance or a key; null for orders without a
   * customer.
   */
  public List<Order> waitingForBalanceOrKey(Handle handle, @Nullable String customer, int limit) {
    return handle
        .createQuery(
            ALL
                + " AND "
                + WAITS_FOR_BALANCE_OR_KEY
                + " AND customer "
                + (customer == null ? "IS NULL" : "= :customer")
                + " ORDER BY stored_at LIMIT "
                + limit)
        .bind("jobs", name)
        .bind("customer", customer)
        .map(OrderRows::order)
        .list();
  }

  /** Orders that need a run and whose task was deleted. */
  List<Order> withoutTask(Handle handle, String taskName) {
    return handle
        .createQuery(ALL + " AND reported = FALSE AND " + TaskRows.IS_DELETED)
        .bind("jobs", name)
        .bind("task", taskName)
        .map(OrderRows::order)
        .list();
  }

  /** Counts orders that have stopped since then and are still stopped. */
  public long countStoppedSince(Handle handle, Instant since) {
    return handle
        .createQuery(
            "SELECT COUNT(*) FROM freight_orders WHERE jobs = :jobs AND state = 'STOPPED'"
                + " AND changed_at >= :since")
        .bind("jobs", name)
        .bind("since", since)
        .mapTo(Long.class)
        .one();
  }

  /** Deletes finished orders without a load row that have not changed since. */
  int purge(Handle handle, Instant before) {
    return handle
        .createUpdate(
            "DELETE FROM freight_orders WHERE jobs = :jobs AND reported AND changed_at < :before"
                + " AND state IN ('BOOKED', 'STOPPED', 'WITHDRAWN') AND NOT EXISTS (SELECT 1"
                + " FROM freight_loads WHERE freight_loads.jobs = freight_orders.jobs"
                + " AND freight_loads.reference = freight_orders.reference)")
        .bind("jobs", name)
        .bind("before", before)
        .execute();
  }
}
