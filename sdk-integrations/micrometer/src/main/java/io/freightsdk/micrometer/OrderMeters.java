package io.freightsdk.micrometer;

import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderCounts;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The Micrometer meters of orders: how many are in which state, and how old the oldest of them is.
 *
 * <pre>{@code
 * new OrderMeters(jobs).bindTo(registry);
 * }</pre>
 *
 * <p>Gauges by {@code state}: {@code freight.orders}, and {@code freight.orders.oldest} in seconds,
 * 0 without such an order. The states are {@code waiting} (they have no load yet), {@code
 * unreported} (the listener has not taken yet that they have their load, or stopped), {@code
 * unreported_events} (it has not taken the events of their load yet) and {@code stopped} (they need
 * a person), of all instances on the database.
 *
 * <p>A look at a gauge never waits for the database, as with {@link FreightMeters}: it is NaN while
 * its value is unknown. Safe for concurrent use.
 */
public final class OrderMeters implements MeterBinder {
  private final FreightJobs jobs;
  private final Tags tags;
  private final Executor background;

  /** Meters without extra tags. */
  public OrderMeters(FreightJobs jobs) {
    this(jobs, Tags.empty());
  }

  /**
   * Meters with tags that tell several jobs apart.
   *
   * @param tags of every meter, such as {@code Tags.of("jobs", "acme")}
   */
  public OrderMeters(FreightJobs jobs, Iterable<Tag> tags) {
    this(jobs, tags, FreightMeters::start);
  }

  OrderMeters(FreightJobs jobs, Iterable<Tag> tags, Executor background) {
    this.jobs = Objects.requireNonNull(jobs, "jobs");
    this.tags = Tags.of(Objects.requireNonNull(tags, "tags"));
    this.background = background;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    BackgroundReading<OrderCounts> counts =
        new BackgroundReading<>(
            "the orders",
            System.Logger.Level.WARNING,
            jobs::counts,
            registry.config().clock()::monotonicTime,
            background);
    bind(registry, counts, "waiting", OrderCounts::waiting, OrderCounts::oldestWaiting);
    bind(registry, counts, "unreported", OrderCounts::unreported, OrderCounts::oldestUnreported);
    bind(
        registry,
        counts,
        "unreported_events",
        OrderCounts::unreportedEvents,
        OrderCounts::oldestUnreportedEvents);
    bind(registry, counts, "stopped", OrderCounts::stopped, OrderCounts::oldestStopped);
  }

  private void bind(
      MeterRegistry registry,
      BackgroundReading<OrderCounts> counts,
      String state,
      ToLongFunction<OrderCounts> count,
      Function<OrderCounts, @Nullable Instant> oldest) {
    Gauge.builder(
            "freight.orders",
            () -> {
              OrderCounts read = counts.look();
              return read == null ? Double.NaN : count.applyAsLong(read);
            })
        .description("Orders of all instances, by state")
        .tags(tags)
        .tag("state", state)
        .strongReference(true)
        .register(registry);
    Gauge.builder(
            "freight.orders.oldest",
            () -> {
              OrderCounts read = counts.look();
              return read == null ? Double.NaN : age(oldest.apply(read), registry);
            })
        .description("Age of the oldest order in that state")
        .baseUnit("seconds")
        .tags(tags)
        .tag("state", state)
        .strongReference(true)
        .register(registry);
  }

  private static double age(@Nullable Instant since, MeterRegistry registry) {
    if (since == null) return 0;
    return Math.max(0, (registry.config().clock().wallTime() - since.toEpochMilli()) / 1000.0);
  }
}
