package io.freightsdk.micrometer;

import io.freightsdk.internal.micrometer.BackgroundValue;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderCounts;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.jobs.WaitingWork;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The Micrometer meters of orders: their number and the age of the oldest in each state, and the
 * reasons why they wait.
 *
 * <pre>{@code
 * new OrderMetrics(jobs).bindTo(registry);
 * }</pre>
 *
 * <p>Gauges by {@code state}: {@code freight.orders}, and {@code freight.orders.oldest} in seconds,
 * 0 without such an order. They count the orders of all instances on the database. The states are:
 *
 * <ul>
 *   <li>{@code waiting}: the order has no load yet
 *   <li>{@code unreported}: the order has its load or has stopped, and the listener has not
 *       accepted this yet
 *   <li>{@code unreported_events}: the listener has not accepted events of the order's load yet
 *   <li>{@code stopped}: you must retry, change or withdraw the order
 * </ul>
 *
 * <p>The gauge {@code freight.blocked} has the orders that are not sent and the loads that are not
 * read, because their last attempt failed. Its tag {@code kind} is {@code orders} or {@code loads}.
 * Its tag {@code waiting_for} is a {@link WaitReason}: {@code balance}, {@code limit}, {@code
 * outage} or {@code key}.
 *
 * <p>A gauge never waits for the database, as with {@link FreightMetrics}, and is NaN while its
 * value is unknown. Safe for concurrent use.
 */
public final class OrderMetrics implements MeterBinder {
  private final FreightJobs jobs;
  private final Tags tags;
  private final DatabaseOutageLog outages;
  private final Executor background;
  private volatile @Nullable BackgroundValue<OrderCounts> orderCounts;

  /** Creates meters without additional tags. */
  public OrderMetrics(FreightJobs jobs) {
    this(jobs, Tags.empty());
  }

  /**
   * Creates meters with tags, to distinguish several jobs.
   *
   * @param tags the tags of every meter, such as {@code Tags.of("jobs", "acme")}
   */
  public OrderMetrics(FreightJobs jobs, Iterable<Tag> tags) {
    this(jobs, tags, BackgroundValue::start);
  }

  /**
   * Creates meters with the tags of a client's meters. If both use the same database, an outage is
   * one warning in the log.
   */
  public OrderMetrics(FreightJobs jobs, FreightMetrics ofClient) {
    this(jobs, ofClient.tags, ofClient.outages, BackgroundValue::start);
  }

  OrderMetrics(FreightJobs jobs, Iterable<Tag> tags, Executor background) {
    this(jobs, tags, new DatabaseOutageLog(), background);
  }

  OrderMetrics(
      FreightJobs jobs, Iterable<Tag> tags, DatabaseOutageLog outages, Executor background) {
    this.jobs = Objects.requireNonNull(jobs, "jobs");
    this.tags = Tags.of(Objects.requireNonNull(tags, "tags"));
    this.outages = outages;
    this.background = background;
  }

  /**
   * Returns the counts of orders, at most 15 seconds old, shared with the gauges. The future
   * completes in the background.
   *
   * @throws IllegalStateException if these meters are not bound to a registry
   */
  public CompletableFuture<OrderCounts> counts() {
    BackgroundValue<OrderCounts> bound = orderCounts;
    if (bound == null) throw new IllegalStateException("call bindTo(registry) first");
    return bound.read();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    BackgroundValue<OrderCounts> counts =
        new BackgroundValue<>(
            BackgroundValue.REFRESH_AFTER,
            jobs::counts,
            failure -> outages.logChange("the orders", failure),
            registry.config().clock()::monotonicTime,
            background);
    orderCounts = counts;
    bind(registry, counts, "waiting", OrderCounts::waiting, OrderCounts::oldestWaiting);
    bind(registry, counts, "unreported", OrderCounts::unreported, OrderCounts::oldestUnreported);
    bind(
        registry,
        counts,
        "unreported_events",
        OrderCounts::unreportedEvents,
        OrderCounts::oldestUnreportedEvents);
    bind(registry, counts, "stopped", OrderCounts::stopped, OrderCounts::oldestStopped);
    for (WaitReason reason : WaitReason.values()) {
      bindBlocked(registry, counts, "orders", reason, WaitingWork::orders);
      bindBlocked(registry, counts, "loads", reason, WaitingWork::loads);
    }
  }

  private void bindBlocked(
      MeterRegistry registry,
      BackgroundValue<OrderCounts> counts,
      String kind,
      WaitReason reason,
      ToLongFunction<WaitingWork> count) {
    gauge("freight.blocked", counts, read -> blocked(reason, read, count))
        .description(
            "Orders and loads of all instances that failed, by the reason for which they wait")
        .tag("kind", kind)
        .tag("waiting_for", reason.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  private void bind(
      MeterRegistry registry,
      BackgroundValue<OrderCounts> counts,
      String state,
      ToDoubleFunction<OrderCounts> count,
      Function<OrderCounts, @Nullable Instant> oldest) {
    gauge("freight.orders", counts, count)
        .description("Orders of all instances, by state")
        .tag("state", state)
        .register(registry);
    gauge("freight.orders.oldest", counts, read -> age(oldest.apply(read), registry))
        .description("Age of the oldest order in that state")
        .baseUnit("seconds")
        .tag("state", state)
        .register(registry);
  }

  private Gauge.Builder<?> gauge(
      String name, BackgroundValue<OrderCounts> counts, ToDoubleFunction<OrderCounts> value) {
    return Gauge.builder(
            name,
            () -> {
              OrderCounts read = counts.latestValue();
              return read == null ? Double.NaN : value.applyAsDouble(read);
            })
        .tags(tags)
        .strongReference(true);
  }

  private static long blocked(
      WaitReason reason, OrderCounts read, ToLongFunction<WaitingWork> count) {
    return read.waitingFor().stream()
        .filter(waiting -> waiting.waitingFor() == reason)
        .mapToLong(count)
        .sum();
  }

  private static double age(@Nullable Instant since, MeterRegistry registry) {
    if (since == null) return 0;
    return Math.max(0, (registry.config().clock().wallTime() - since.toEpochMilli()) / 1000.0);
  }
}
