package io.freightsdk.micrometer;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestEvent.AttemptEnded;
import io.freightsdk.RequestEvent.CallEnded;
import io.freightsdk.RequestEvent.RetryScheduled;
import io.freightsdk.RequestListener;
import io.freightsdk.error.FreightException;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendRefusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a client: a listener to its calls and its money, and gauges of both.
 *
 * <pre>{@code
 * FreightMeters meters = new FreightMeters(registry);
 * FreightClient client = FreightClient.builder().listener(meters).spendListener(meters).build();
 * meters.bindTo(client, limits);
 * }</pre>
 *
 * <p>Timers: {@code freight.client.calls} and {@code freight.client.attempts}. Counters: {@code
 * freight.client.retries}, {@code freight.client.charges} in USD, {@code freight.client.refusals},
 * {@code freight.client.unstored}. The gauges are those of {@link #bindTo}. Safe for concurrent
 * use; use one for each client, or several with other common tags.
 */
public final class FreightMeters implements RequestListener, SpendListener {
  static final String USD = "usd";
  private static final String OPERATION = "operation";
  private static final String NONE = "none";

  private final MeterRegistry registry;
  private final Tags commonTags;

  public FreightMeters(MeterRegistry registry) {
    this(registry, Tags.empty());
  }

  /**
   * Meters that tell several clients apart.
   *
   * @param commonTags put on every meter, such as the client's name
   */
  public FreightMeters(MeterRegistry registry, Iterable<Tag> commonTags) {
    this.registry = registry;
    this.commonTags = Tags.of(commonTags);
  }

  /**
   * Adds gauges: {@code freight.client.active} (calls under way), {@code freight.client.waiting}
   * (those not on the wire), {@code freight.client.watches}, {@code freight.balance}, {@code
   * freight.ledger.charged}, {@code freight.ledger.unknown}, {@code freight.ledger.saved} and
   * {@code freight.limit.remaining} of each limit, the last five in USD.
   *
   * <p>Reading them never waits for the service: the balance, which is free, is asked for in the
   * background at most once a minute while somebody reads its gauge, and is NaN until it is known.
   * Ledger and limits are read from the spend store at most once in five seconds.
   *
   * @param limits those that the client was built with
   */
  public void bindTo(FreightClient client, SpendLimits limits) {
    new ClientGauges(client, limits, registry, commonTags).register();
  }

  @Override
  public void on(RequestEvent event) {
    Tags operation = commonTags.and(OPERATION, event.operation().id());
    if (event instanceof AttemptEnded attempt) {
      attemptEnded(attempt, operation);
    } else if (event instanceof CallEnded call) {
      callEnded(call, operation);
    } else if (event instanceof RetryScheduled) {
      Counter.builder("freight.client.retries")
          .description("Attempts that followed a failed one")
          .tags(operation)
          .register(registry)
          .increment();
    }
  }

  private void attemptEnded(AttemptEnded attempt, Tags operation) {
    Integer status = attempt.status();
    Timer.builder("freight.client.attempts")
        .description("Requests on the wire; status none means that no answer came")
        .tags(operation)
        .tag("status", status == null ? NONE : status.toString())
        .tag("charge", charge(attempt.charge()))
        .register(registry)
        .record(attempt.elapsed());
    BigDecimal amount = attempt.charge().amountUsd();
    // An unknown charge has no amount: it is in freight.ledger.unknown until it is settled.
    if (amount == null || amount.signum() == 0) return;
    Counter.builder("freight.client.charges")
        .description("Money that answers say the service has taken")
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
  }

  private static String exception(@Nullable FreightException failure) {
    return failure == null ? NONE : failure.getClass().getSimpleName();
  }

  private static String charge(Charge charge) {
    return charge.kind().name().toLowerCase(Locale.ROOT);
  }

  /** Entries are told by the ledger's gauges, which settle with it. */
  @Override
  public void onEntry(SpendEntry entry) {}

  @Override
  public void onRefusal(SpendRefusal refusal) {
    Counter.builder("freight.client.refusals")
        .description("Calls that a spend limit refused; nothing was sent")
        .tags(commonTags)
        .tag("limit", ClientGauges.name(refusal.limit()))
        .register(registry)
        .increment();
  }

  @Override
  public void onUnstored(SpendEntry attempt, RuntimeException failure) {
    Counter.builder("freight.client.unstored")
        .description("Paid attempts that could not be stored at once; stored again later")
        .tags(commonTags)
        .tag(OPERATION, attempt.operation().id())
        .register(registry)
        .increment();
  }
}
