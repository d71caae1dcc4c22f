package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.ShortTimes;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes every failure happen to the paid operations and writes down what the client said: of what
 * is charged once for its key, and of all that is charged for each attempt where that differs.
 */
abstract class ChargeTable extends ServerFixture {
  /** What a client has to say, in the form of {@link #reported()}. */
  static final List<String> EXPECTED =
      """
      A spend limit has no room for it | SpendLimitExceededException | NONE RAISE_LIMIT
      The live price is above `maxPrice` | PriceLimitExceededException | NONE RAISE_LIMIT
      The service cannot be reached | FreightConnectionException | NONE RETRY_LATER
      402, the balance is too low | InsufficientFundsException | NONE TOP_UP
      503 `BILLING_UNAVAILABLE` | BillingUnavailableException | NONE RETRY_LATER
      400, the request is not valid | InvalidRequestException | NONE FIX_REQUEST
      401, the key is not valid | AuthenticationException | NONE FIX_KEY
      403, another broker's load | PermissionDeniedException | NONE FIX_KEY
      404, no such load | LoadNotFoundException | NONE FIX_REQUEST
      422, the broker is not registered | UnknownBrokerException | NONE FIX_KEY
      429, too many requests | RateLimitedException | NONE RETRY_LATER
      500, or another 5xx | UnexpectedStatusException | UNKNOWN RETRY_WITH_SAME_KEY | a read: UNKNOWN NONE
      A gateway's 4xx, not the service's own | UnexpectedStatusException | UNKNOWN RETRY_WITH_SAME_KEY | a read: UNKNOWN FIX_CONFIGURATION
      408 or 425 | UnexpectedStatusException | UNKNOWN RETRY_WITH_SAME_KEY | a read: UNKNOWN NONE
      The connection broke before the answer | FreightConnectionException | UNKNOWN RETRY_WITH_SAME_KEY | a read: UNKNOWN NONE
      The answer was cut off | FreightConnectionException | UNKNOWN RETRY_WITH_SAME_KEY | a read: UNKNOWN NONE
      The answer is not JSON | FreightDecodingException | UNKNOWN RETRY_WITH_SAME_KEY | a read: UNKNOWN NONE
      The attempt timed out | FreightTimeoutException | UNKNOWN RETRY_WITH_SAME_KEY | a read: UNKNOWN NONE
      The caller cancelled, or closed the client | FreightCancelledException | UNKNOWN RETRY_WITH_SAME_KEY | a read: UNKNOWN NONE
      """
          .lines()
          .toList();

  private static final CallOptions KEY = CallOptions.builder().idempotencyKey("k").build();

  private final List<String> rows = new ArrayList<>();

  /** Its number begins with the year of the service's clock. */
  private String load = "";

  ChargeTable() {}

  ChargeTable(InMemoryFreightServer server) {
    super(server);
  }

  /**
   * What the client said there: a line for each failure, with its exception, its charge and its
   * next step, and those of a read where they differ.
   */
  List<String> reported() {
    load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    nothingWasSent();
    theServiceAnswered();
    somethingElseAnswered();
    theAnswerWasLost();
    return rows;
  }

  private void nothingWasSent() {
    FreightClient capped = once(builder().spendGuard(guard("0")));
    row("A spend limit has no room for it", create(capped), read(capped));
    CallOptions cheap = CallOptions.builder().maxPrice("0.01").build();
    FreightClient client = once(builder());
    row(
        "The live price is above `maxPrice`",
        failureOf(() -> client.createLoad(SampleLoads.twoStops(), cheap)),
        failureOf(() -> client.getLoadPosition(load, cheap)));
    FreightClient nowhere = once(unreachableBuilder());
    row("The service cannot be reached", create(nowhere), read(nowhere));
  }

  private void theServiceAnswered() {
    FreightClient poor = as(server.createBroker("0.65").agentKey());
    String own = poor.createLoad(SampleLoads.twoStops()).loadNumber();
    row("402, the balance is too low", create(poor), failureOf(() -> poor.getLoadPosition(own)));
    FreightClient client = once(builder());
    struck("503 `BILLING_UNAVAILABLE`", Fault.billingUnavailable());
    row(
        "400, the request is not valid",
        failureOf(
            () -> client.createLoad(SampleLoads.twoStops().toBuilder().driverPhone("12").build())),
        null);
    row("401, the key is not valid", create(as("agentkey-unknown")), read(as("agentkey-unknown")));
    row("403, another broker's load", null, read(as(server.createBroker("5").agentKey())));
    row("404, no such load", null, failureOf(() -> client.getLoadPosition("LD-2026-9999")));
    FreightClient stranger =
        as(server.createBroker(BrokerSettings.DEFAULT.withRegistered(false)).agentKey());
    row("422, the broker is not registered", create(stranger), read(stranger));
    struck("429, too many requests", Fault.status(429));
    struck("500, or another 5xx", Fault.status(500));
  }

  private void somethingElseAnswered() {
    FreightClient client = once(builder());
    for (Operation paid : List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION)) {
      server.faults().next(paid, ServiceResponses.page(Fault.statusAfterCommit(403)));
    }
    row("A gateway's 4xx, not the service's own", create(client), read(client));
    struck("408 or 425", Fault.status(408));
  }

  private void theAnswerWasLost() {
    struck("The connection broke before the answer", Fault.closeAfterCommit());
    struck("The answer was cut off", Fault.truncateBody());
    struck("The answer is not JSON", Fault.malformedJson());
    server.faults().always(Operation.CREATE_LOAD, Fault.delay(Duration.ofSeconds(60)));
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.delay(Duration.ofSeconds(60)));
    row("The attempt timed out", timedOut(this::create), timedOut(this::read));
    server.faults().clear();
    for (Operation paid : List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION)) {
      server.faults().always(paid, Fault.delayAfterCommit(Duration.ofSeconds(60)));
    }
    row("The caller cancelled, or closed the client", closed(true), closed(false));
  }

  /**
   * On a busy machine a short time may be up before the request has left, and nothing be charged.
   */
  private FreightException timedOut(Function<FreightClient, FreightException> call) {
    FreightException failure = null;
    for (Duration time : ShortTimes.ALL) {
      failure = call.apply(once(builder().attemptTimeout(time)));
      if (failure.charge().kind() == Charge.Kind.UNKNOWN) break;
    }
    return failure;
  }

  private void struck(String what, Fault fault) {
    FreightClient client = once(builder());
    client.price(Operation.CREATE_LOAD);
    server.faults().next(Operation.CREATE_LOAD, fault);
    FreightException creation = create(client);
    server.faults().next(Operation.GET_LOAD_POSITION, fault);
    FreightException read = read(client);
    for (Operation other : others()) {
      server.faults().next(other, fault);
      FreightException failure =
          failureOf(() -> CallStyle.BLOCKING.call(client, other, load, CallOptions.DEFAULT));
      boolean once = RepeatCost.of(other).isChargedOncePerKey();
      FreightException same = once ? creation : read;
      assertThat(reported(failure)).as("%s: %s", other, what).isEqualTo(reported(same));
    }
    row(what, creation, read);
  }

  /** What this service takes money for besides the two that the table is made of. */
  private List<Operation> others() {
    Map<String, BigDecimal> prices = client(builder()).getPricing().prices();
    return Stream.of(Operation.values())
        .filter(operation -> RepeatCost.of(operation).isReserved())
        .filter(operation -> operation.priceKey() != null)
        .filter(operation -> prices.get(operation.priceKey()).signum() > 0)
        .filter(operation -> operation != Operation.CREATE_LOAD)
        .filter(operation -> operation != Operation.GET_LOAD_POSITION)
        .toList();
  }

  private FreightException closed(boolean creation) {
    FreightClient client = once(builder());
    int before = broker.debits().size();
    CompletableFuture<?> call =
        creation
            ? client.async().createLoad(SampleLoads.twoStops())
            : client.async().getLoadPosition(load);
    awaitAtTheService(() -> broker.debits().size() > before, call);
    client.close();
    return failureOf(() -> CallStyle.join(call));
  }

  private void awaitAtTheService(BooleanSupplier done, CompletableFuture<?> call) {
    if (world != null) {
      world.runUntilWaiting(call);
    } else {
      Eventually.until(() -> done.getAsBoolean() || call.isDone(), () -> "the call is on its way");
    }
  }

  private void row(
      String what, @Nullable FreightException creation, @Nullable FreightException read) {
    FreightException either = creation != null ? creation : read;
    if (either == null) throw new AssertionError("no failure for " + what);
    if (creation != null && read != null) assertThat(read).isInstanceOf(creation.getClass());
    FreightException other = read != null ? read : either;
    String line = what + " | " + either.getClass().getSimpleName() + " | " + reported(either);
    rows.add(
        reported(other).equals(reported(either)) ? line : line + " | a read: " + reported(other));
  }

  /** Whether it was charged, and what to do. */
  private static String reported(FreightException failure) {
    return failure.charge().kind() + " " + failure.nextStep();
  }

  private FreightClient as(String agentKey) {
    return once(builder().agentKey(agentKey));
  }

  private FreightClient once(FreightClient.Builder builder) {
    return client(builder.retryPolicy(RetryPolicy.none()));
  }

  private FreightException create(FreightClient client) {
    return failureOf(() -> client.createLoad(SampleLoads.twoStops()));
  }

  private FreightException read(FreightClient client) {
    return failureOf(() -> client.getLoadPosition(load));
  }

  private static FreightException failureOf(Runnable call) {
    try {
      call.run();
    } catch (FreightException e) {
      return e;
    }
    throw new AssertionError("the call succeeded");
  }
}
