package io.freightsdk.micrometer;

import io.freightsdk.CallEvent;
import io.freightsdk.CallEvent.AttemptEnded;
import io.freightsdk.CallEvent.CallEnded;
import io.freightsdk.CallListener;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.micrometer.BackgroundValue;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.LimitUsage;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The Micrometer meters of a client's money: charges and refused calls, the balance, unknown
 * charges, and the usage of each limit.
 *
 * <pre>{@code
 * FreightMetrics meters = new FreightMetrics(registry);
 * SpendLedger ledger = SpendLedger.inMemory();
 * LedgerGuard guard = ledger.guard(limits);
 * FreightClient client = FreightClient.builder().listener(meters).spendGuard(guard).build();
 * meters.addGauges(client, guard);
 * }</pre>
 *
 * <p>Counters, from 0 on: {@code freight.charges} in USD by {@code operation}, {@code
 * freight.calls.refused} by {@code reason}. Gauges: {@code freight.balance} and {@code
 * freight.charges.unknown} in USD, {@code freight.limit.usage} by {@code scope} and {@code limit}.
 *
 * <p>A gauge never waits for the service or a database. It shows the last value. A value older than
 * 15 seconds is read again in the background. A gauge is NaN while its value is unknown: before the
 * first read, after a failed read, while a read takes longer than 15 seconds, and after 3 minutes
 * without a scrape. When the ledger becomes unavailable, the log has one warning.
 *
 * <p>One instance serves one client, and the clients that it created for other agent keys. Clients
 * that share a registry need different tags. The meters leave the registry with {@link #close()},
 * or when a read finds that the client is closed. Safe for concurrent use.
 */
public final class FreightMetrics implements CallListener, AutoCloseable {
  private static final String USD = "usd";

  /**
   * Each limit is a time series. Of the limits of scopes, the limits with the highest usage are
   * shown.
   */
  private static final int MAX_OTHERS = 100;

  private static final CallOptions QUICK =
      CallOptions.builder()
          .deadline(Duration.ofSeconds(10))
          .retryPolicy(RetryPolicy.none())
          .build();

  private static final System.Logger LOG = System.getLogger("io.freightsdk.micrometer");

  private final MeterRegistry registry;
  private final Executor background;
  final Tags tags;
  final DatabaseOutageLog outages = new DatabaseOutageLog();
  private final Map<Operation, Counter> charged = new EnumMap<>(Operation.class);
  private final Map<RefusalReason, Counter> refused = new EnumMap<>(RefusalReason.class);

  /** Null before it is bound, and without a ledger. */
  private volatile @Nullable BackgroundValue<LedgerValues> ledgerValues;

  /** Guards what is registered: nothing is after {@link #close()}. */
  private final Object registration = new Object();

  // Guarded by it.
  private final List<Meter> registered = new ArrayList<>();
  private @Nullable MultiGauge usageGauges;
  private boolean closed;

  /** The reason why a call was not sent. */
  private enum RefusalReason {
    /** The call would have exceeded a spend limit. */
    LIMIT,
    /** The price of the call is above {@code maxPrice}. */
    MAX_PRICE,
    /** A limit applies to the call, and its price is not known. */
    NO_PRICE;

    static @Nullable RefusalReason of(@Nullable FreightException failure) {
      if (failure instanceof SpendLimitExceededException) return LIMIT;
      if (failure instanceof PriceLimitExceededException) return MAX_PRICE;
      return failure instanceof PriceUnavailableException ? NO_PRICE : null;
    }
  }

  /**
   * The values of one read of the ledger.
   *
   * @param usedRatios of each limit that has a gauge; above 1 if its cap was lowered
   */
  private record LedgerValues(
      BigDecimal unknownUsd, List<LimitUsage> usages, Map<SpendLimit, Double> usedRatios) {}

  /** Meters without extra tags. */
  public FreightMetrics(MeterRegistry registry) {
    this(registry, Tags.empty());
  }

  /**
   * Creates meters with tags, to distinguish several clients.
   *
   * @param tags the tags of every meter, such as {@code Tags.of("client", "acme")}
   * @throws InvalidOptionException if the registry already has such meters of another client
   */
  public FreightMetrics(MeterRegistry registry, Iterable<Tag> tags) {
    this(registry, tags, BackgroundValue::start);
  }

  /**
   * @param background runs the reads
   */
  FreightMetrics(MeterRegistry registry, Iterable<Tag> tags, Executor background) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.tags = Tags.of(Objects.requireNonNull(tags, "tags"));
    this.background = background;
    for (Operation operation : Operation.values()) {
      if (operation.priceKey() != null) charged.put(operation, chargedBy(operation));
    }
    for (RefusalReason reason : RefusalReason.values()) refused.put(reason, refusedFor(reason));
  }

  private Counter chargedBy(Operation operation) {
    return register(
        Counter.builder("freight.charges")
                .description("Charges of calls, at the prices that were read")
                .baseUnit(USD)
                .tags(tags)
                .tag("operation", operation.id())
            ::register);
  }

  private Counter refusedFor(RefusalReason reason) {
    return register(
        Counter.builder("freight.calls.refused")
                .description("Calls that were not sent because of a spend limit or maxPrice")
                .tags(tags)
                .tag("reason", reason.name().toLowerCase(Locale.ROOT))
            ::register);
  }

  private void gauge(String name, String description, Supplier<@Nullable BigDecimal> value) {
    register(
        Gauge.builder(name, () -> orNaN(value.get()))
                .description(description)
                .baseUnit(USD)
                .tags(tags)
            ::register);
  }

  private static double orNaN(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }

  /**
   * A registry returns an existing meter, so the values of a second client would silently be lost.
   */
  private <M extends Meter> M register(Function<MeterRegistry, M> with) {
    synchronized (registration) {
      if (closed) throw new IllegalStateException("these meters are closed");
      Set<Meter> others = new HashSet<>(registry.getMeters());
      M meter = with.apply(registry);
      if (others.contains(meter)) {
        throw new InvalidOptionException(
            "tags",
            meter.getId() + " is in the registry already",
            "give each client its own tags, such as Tags.of(\"client\", \"acme\"), or close the"
                + " meters of the client before");
      }
      registered.add(meter);
      return meter;
    }
  }

  /** Adds the gauge of the client's balance, which is free to read. */
  public void addGauges(FreightClient client) {
    Objects.requireNonNull(client, "client");
    BackgroundValue<BigDecimal> balance =
        backgroundValue(
            () -> balance(client),
            failure -> {
              if (failure != null) LOG.log(Level.DEBUG, "the balance cannot be read", failure);
            });
    gauge("freight.balance", "Prepaid balance", balance::latestValue);
  }

  /**
   * Adds the gauges of the client's balance, of unknown charges and of limits. The client's own
   * limits have gauges immediately. A limit of a scope gets a gauge when a call has used the scope.
   * Only the 100 limits with the highest usage have a gauge. A replaced limit loses its gauge. A
   * limit of 0 USD has no ratio, because it is always used up.
   *
   * @param guard the guard of the client
   */
  public void addGauges(FreightClient client, LedgerGuard guard) {
    Objects.requireNonNull(guard, "guard");
    addGauges(client);
    BackgroundValue<LedgerValues> reading =
        backgroundValue(() -> read(guard), failure -> outages.logChange("the ledger", failure));
    gauge(
        "freight.charges.unknown",
        "Unknown charges, which count as spent until they are known",
        () -> {
          LedgerValues read = latestLedgerValues();
          return read == null ? null : read.unknownUsd();
        });
    synchronized (registration) {
      usageGauges =
          MultiGauge.builder("freight.limit.usage")
              .description("Used share of a limit; 1 if it is used up")
              .tags(tags)
              .register(registry);
    }
    ledgerValues = reading;
    reading.latestValue();
  }

  private <T> BackgroundValue<T> backgroundValue(
      Callable<T> source, Consumer<@Nullable Throwable> onChange) {
    return new BackgroundValue<>(
        BackgroundValue.REFRESH_AFTER,
        source,
        onChange,
        registry.config().clock()::monotonicTime,
        background);
  }

  /**
   * Returns the usage of the limits, at most 15 seconds old, shared with the gauges; an empty list
   * if no guard was added. The future completes in the background.
   */
  public CompletableFuture<List<LimitUsage>> limitUsage() {
    BackgroundValue<LedgerValues> reading = ledgerValues;
    return reading == null
        ? CompletableFuture.completedFuture(List.of())
        : reading.read().thenApply(LedgerValues::usages);
  }

  private BigDecimal balance(FreightClient client) {
    try {
      return Objects.requireNonNull(
          client.getBalance(QUICK).balanceUsd(), "getBalance: the response has no balanceUsd");
    } catch (FreightCancelledException clientIsClosed) { // Nobody interrupts this thread.
      close();
      throw clientIsClosed;
    }
  }

  private LedgerValues read(LedgerGuard guard) {
    BigDecimal unknownUsd = guard.ledger().totals().unknownUsd();
    Map<SpendLimit, Double> read = new HashMap<>();
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    List<LimitUsage> usages = guard.limitUsage();
    for (LimitUsage use : shown(usages)) {
      SpendLimit limit = use.limit();
      read.put(limit, use.usedRatio());
      rows.add(MultiGauge.Row.of(tagsOf(limit), limit, this::usedRatio));
    }
    synchronized (registration) {
      if (!closed && usageGauges != null) usageGauges.register(rows);
    }
    return new LedgerValues(unknownUsd, usages, read);
  }

  private static List<LimitUsage> shown(List<LimitUsage> uses) {
    Comparator<LimitUsage> fullestFirst = Comparator.comparing(LimitUsage::usedRatio).reversed();
    List<LimitUsage> shown = new ArrayList<>();
    List<LimitUsage> others = new ArrayList<>();
    for (LimitUsage use : uses) {
      SpendLimit limit = use.limit();
      if (limit.capUsd().signum() == 0) continue;
      (limit.scope().equals(SpendScope.CLIENT) ? shown : others).add(use);
    }
    others.stream().sorted(fullestFirst).limit(MAX_OTHERS).forEach(shown::add);
    return shown;
  }

  /** As people read them: {@code client/customer/ACME 7} and {@code 10.00 USD per 24 hours}. */
  private static Tags tagsOf(SpendLimit limit) {
    String scope = SpendScope.displayPath(limit.scope());
    String words = limit.description();
    int end = words.length() - (" for scope " + scope).length();
    return Tags.of("scope", scope, "limit", words.substring(0, end));
  }

  /** The last values, without waiting; a new read starts if they are old. Null if unknown. */
  private @Nullable LedgerValues latestLedgerValues() {
    BackgroundValue<LedgerValues> reading = ledgerValues;
    return reading == null ? null : reading.latestValue();
  }

  private double usedRatio(SpendLimit limit) {
    LedgerValues read = latestLedgerValues();
    return orNaN(read == null ? null : read.usedRatios().get(limit));
  }

  /** Counts charges and refused calls. */
  @Override
  public void onEvent(CallEvent event) {
    if (event instanceof AttemptEnded attempt) {
      if (!isCountedWhenCallEnds(attempt.operation())) count(attempt.operation(), attempt.charge());
    } else if (event instanceof CallEnded call) {
      if (isCountedWhenCallEnds(call.operation())) count(call.operation(), call.charge());
      Counter refusals = refused.get(RefusalReason.of(call.failure()));
      if (refusals != null) refusals.increment();
      // So that the next scrape has the limits that a paid call has used.
      if (charged.containsKey(call.operation())) latestLedgerValues();
    }
  }

  /** Which of several calls under a key was charged is certain when they end. */
  private static boolean isCountedWhenCallEnds(Operation operation) {
    return operation == Operation.CREATE_LOAD;
  }

  private void count(Operation operation, Charge charge) {
    Counter counter = charged.get(operation);
    // An unknown charge has no amount; it is in freight.charges.unknown until it is known.
    BigDecimal amount = charge.amountUsd();
    if (counter != null && amount != null) counter.increment(amount.doubleValue());
  }

  /** Removes the meters from the registry. Idempotent. */
  @Override
  public void close() {
    synchronized (registration) {
      closed = true;
      registered.forEach(registry::remove);
      registered.clear();
      if (usageGauges != null) usageGauges.register(List.of());
    }
  }
}
