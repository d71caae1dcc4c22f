package io.freightsdk.micrometer;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestEvent.AttemptEnded;
import io.freightsdk.RequestEvent.CallEnded;
import io.freightsdk.RequestListener;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The Micrometer meters of a client: a listener to its calls, and gauges of its balance and ledger.
 *
 * <pre>{@code
 * FreightMeters meters = new FreightMeters(registry);
 * SpendLedger ledger = SpendLedger.inMemory();
 * FreightClient client =
 *     FreightClient.builder().listener(meters).spendGuard(ledger.guard(limits)).build();
 * meters.bindTo(client);
 * }</pre>
 *
 * <p>Timers: {@code freight.client.calls} and {@code freight.client.attempts}. Counters: {@code
 * freight.client.retries}, {@code freight.client.charges} in USD, {@code freight.client.refusals}.
 * {@link #bindTo} adds gauges. Safe for concurrent use. Use one instance for each client, with
 * common tags that differ.
 */
public final class FreightMeters implements RequestListener {
  static final String USD = "usd";
  private static final String OPERATION = "operation";
  private static final String NONE = "none";

  /** Each is a time series; further limits are counted together. */
  private static final int MOST_LIMITS = 100;

  private final MeterRegistry registry;
  private final Tags commonTags;
  private final Set<String> refusedBy = ConcurrentHashMap.newKeySet();

  public FreightMeters(MeterRegistry registry) {
    this(registry, Tags.empty());
  }

  /**
   * Meters with common tags, to distinguish several clients.
   *
   * @param commonTags tags of every meter, such as the name of the client
   */
  public FreightMeters(MeterRegistry registry, Iterable<Tag> commonTags) {
    Objects.requireNonNull(commonTags, "commonTags");
    this.registry = Objects.requireNonNull(registry, "registry");
    this.commonTags = Tags.of(commonTags);
  }

  /**
   * Adds gauges of the client's balance and, if its spend guard is one of a ledger, of that ledger
   * and its limits (the client's, and the newest 1,000 that calls of this process have brought):
   * how much of each is used. Those of limits come with the readings of the ledger, the first one
   * after the first look at a gauge.
   *
   * <p>Reading a gauge never waits, neither for the service nor for a database or a lock of the
   * ledger: what it shows is read in the background while gauges are used, the balance (which is
   * free) at most once a minute, the ledger at most once in 5 seconds. A gauge is NaN while its
   * value is unknown.
   */
  public void bindTo(FreightClient client) {
    bindTo(client, new FreightReadings(client));
  }

  /** The same, with readings that others show too. */
  public void bindTo(FreightClient client, FreightReadings readings) {
    Objects.requireNonNull(readings, "readings");
    Objects.requireNonNull(client, "client");
    new ClientGauges(readings, registry, commonTags).register();
  }

  @Override
  public void on(RequestEvent event) {
    Tags operation = commonTags.and(OPERATION, event.operation().id());
    if (event instanceof AttemptEnded attempt) {
      attemptEnded(attempt, operation);
    } else if (event instanceof CallEnded call) {
      callEnded(call, operation);
    }
  }

  private void attemptEnded(AttemptEnded attempt, Tags operation) {
    if (attempt.attempt() > 1) {
      Counter.builder("freight.client.retries")
          .description("Attempts that followed a failed one")
          .tags(operation)
          .register(registry)
          .increment();
    }
    Integer status = attempt.status();
    Timer.builder("freight.client.attempts")
        .description("Attempts that were sent; status none means that no answer came")
        .tags(operation)
        .tag("status", status == null ? NONE : status.toString())
        .tag("charge", charge(attempt.charge()))
        .register(registry)
        .record(attempt.elapsed());
    if (!isChargedByItsKey(attempt.operation())) charged(attempt.charge(), operation);
  }

  /** Which of several calls under a key has its debit is known at their ends. */
  private static boolean isChargedByItsKey(Operation operation) {
    return operation == Operation.CREATE_LOAD;
  }

  private void charged(Charge charge, Tags operation) {
    BigDecimal amount = charge.amountUsd();
    // An unknown charge has no amount here; it is in freight.ledger.unknown until it is settled.
    if (amount == null || amount.signum() == 0) return;
    Counter.builder("freight.client.charges")
        .description("Prices of what the answers say was charged")
        .baseUnit(USD)
        .tags(operation)
        .register(registry)
        .increment(amount.doubleValue());
  }

  private void callEnded(CallEnded call, Tags operation) {
    FreightException failure = call.failure();
    Timer.builder("freight.client.calls")
        .description("Calls with all their attempts and waits")
        .tags(operation)
        .tag("outcome", failure == null ? "success" : "failure")
        .tag("exception", exception(failure))
        .tag("charge", charge(call.charge()))
        .register(registry)
        .record(call.elapsed());
    if (isChargedByItsKey(call.operation())) charged(call.charge(), operation);
    if (failure instanceof SpendLimitExceededException refusal) refused(refusal);
  }

  private static String exception(@Nullable FreightException failure) {
    return failure == null ? NONE : failure.getClass().getSimpleName();
  }

  private static String charge(Charge charge) {
    return charge.kind().name().toLowerCase(Locale.ROOT);
  }

  private void refused(SpendLimitExceededException refusal) {
    Counter.builder("freight.client.refusals")
        .description("Calls that a spend limit refused; nothing was sent")
        .tags(commonTags)
        .tag("limit", limit(refusal))
        .register(registry)
        .increment();
  }

  private String limit(SpendLimitExceededException refusal) {
    String words = ClientGauges.words(refusal.limit());
    if (refusedBy.contains(words)) return words;
    if (refusedBy.size() >= MOST_LIMITS) return "other";
    refusedBy.add(words);
    return words;
  }
}
