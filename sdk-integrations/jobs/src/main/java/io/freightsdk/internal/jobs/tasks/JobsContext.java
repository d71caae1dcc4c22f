package io.freightsdk.internal.jobs.tasks;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.jobs.rows.ReadPace;
import io.freightsdk.internal.jobs.rules.Intervals;
import io.freightsdk.internal.jobs.rules.NextRead;
import io.freightsdk.internal.jobs.rules.WaitReasons;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Settings, clients and listener of one {@code FreightJobs}, for its tasks.
 *
 * @param clients returns the client of a customer; for null, the client of orders without a
 *     customer
 * @param scopes maps a customer to the scope that pays; null for none
 * @param readPace the pace of reads; null without a budget
 */
public record JobsContext(
    Function<@Nullable String, @Nullable FreightClient> clients,
    @Nullable Function<String, ? extends SpendGuard.CostCenter> scopes,
    ListenerCalls listener,
    FailureLog failures,
    @Nullable ReadPace readPace,
    Intervals intervals,
    Clock clock) {
  static final System.Logger LOG = System.getLogger("io.freightsdk.jobs");

  Instant now() {
    return clock.instant();
  }

  /**
   * The fraction of the first wait of a customer's load, see {@link NextRead#timeAfter}: a quarter
   * without a budget and while much of it is unused, otherwise 1.
   */
  public double firstWaitFraction(@Nullable String customer) {
    if (readPace == null) return NextRead.MIN_WAIT_FRACTION;
    try {
      return readPace.waitFraction(client(customer), now());
    } catch (FreightException | WaitReasons.NoClient unknownPrice) {
      return NextRead.FULL_WAIT;
    }
  }

  /**
   * The client of a customer.
   *
   * @throws WaitReasons.NoClient if there is none
   */
  FreightClient client(@Nullable String customer) {
    FreightClient client;
    try {
      client = clients.apply(customer);
    } catch (RuntimeException e) {
      throw new WaitReasons.NoClient("the client of customer " + customer, e);
    }
    if (client == null)
      throw new WaitReasons.NoClient("there is no client for customer " + customer, null);
    return client;
  }

  /**
   * The account of a customer with the service.
   *
   * @throws IllegalArgumentException if the customer has no client
   */
  public String account(@Nullable String customer) {
    try {
      return client(customer).accountId();
    } catch (WaitReasons.NoClient e) {
      throw new IllegalArgumentException("freight jobs: " + e.getMessage(), e);
    }
  }

  /** Builds the options with the scope of the customer. */
  CallOptions scoped(CallOptions.Builder options, @Nullable String customer) {
    if (customer == null || scopes == null) return options.build();
    try {
      return options.scope(scopes.apply(customer)).build();
    } catch (RuntimeException e) {
      throw new WaitReasons.NothingSent("the scope of customer " + customer, e);
    }
  }
}
