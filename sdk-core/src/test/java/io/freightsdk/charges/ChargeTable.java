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
import io.freightsdk.testing.ShortTimeouts;
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
 * Makes paid operations fail in every way, and lists the reported charge and next step of each
 * failure. Operations that are charged once for their key have one row, and the others differ where
 * it says "a read".
 */
abstract class ChargeTable extends ServerFixture {
  /** The expected rows, in the format of {@link #reported()}. */
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
   * Returns a row for each failure, with its exception, charge and next step, and the same of a
   * read if they differ.
   */
  List<String> reported() {
    load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    addUnsentCalls();
    addRefusalsOfTheService();
    addRefusalsOfOtherServers();
    addLostResponses();
    return rows;
  }

  private void addUnsentCalls() {
    FreightClient capped = clientWithoutRetries(builder().spendGuard(guard("0")));
    addRow("A spend limit has no room for it", creationFailure(capped), readFailure(capped));
    CallOptions cheap = CallOptions.builder().maxPrice("0.01").build();
    FreightClient client = clientWithoutRetries(builder());
    addRow(
        "The live price is above `maxPrice`",
        failureOf(() -> client.createLoad(SampleLoads.twoStops(), cheap)),
        failureOf(() -> client.getLoadPosition(load, cheap)));
    FreightClient nowhere = clientWithoutRetries(unreachableBuilder());
    addRow("The service cannot be reached", creationFailure(nowhere), readFailure(nowhere));
  }

  private void addRefusalsOfTheService() {
    FreightClient poor = clientOf(server.createBroker("0.65").agentKey());
    String own = poor.createLoad(SampleLoads.twoStops()).loadNumber();
    addRow(
        "402, the balance is too low",
        creationFailure(poor),
        failureOf(() -> poor.getLoadPosition(own)));
    FreightClient client = clientWithoutRetries(builder());
    addFault("503 `BILLING_UNAVAILABLE`", Fault.billingUnavailable());
    addRow(
        "400, the request is not valid",
        failureOf(
            () -> client.createLoad(SampleLoads.twoStops().toBuilder().driverPhone("12").build())),
        null);
    addRow(
        "401, the key is not valid",
        creationFailure(clientOf("agentkey-unknown")),
        readFailure(clientOf("agentkey-unknown")));
    addRow(
        "403, another broker's load",
        null,
        readFailure(clientOf(server.createBroker("5").agentKey())));
    addRow("404, no such load", null, failureOf(() -> client.getLoadPosition("LD-2026-9999")));
    FreightClient stranger =
        clientOf(server.createBroker(BrokerSettings.DEFAULT.withRegistered(false)).agentKey());
    addRow("422, the broker is not registered", creationFailure(stranger), readFailure(stranger));
    addFault("429, too many requests", Fault.status(429));
    addFault("500, or another 5xx", Fault.status(500));
  }

  private void addRefusalsOfOtherServers() {
    FreightClient client = clientWithoutRetries(builder());
    for (Operation paid : List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION)) {
      server.faults().next(paid, ServiceResponses.page(Fault.statusAfterCommit(403)));
    }
    addRow("A gateway's 4xx, not the service's own", creationFailure(client), readFailure(client));
    addFault("408 or 425", Fault.status(408));
  }

  private void addLostResponses() {
    addFault("The connection broke before the answer", Fault.closeAfterCommit());
    addFault("The answer was cut off", Fault.truncateBody());
    addFault("The answer is not JSON", Fault.malformedJson());
    server.faults().always(Operation.CREATE_LOAD, Fault.delay(Duration.ofSeconds(60)));
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.delay(Duration.ofSeconds(60)));
    addRow(
        "The attempt timed out",
        timeoutFailure(this::creationFailure),
        timeoutFailure(this::readFailure));
    server.faults().clear();
    for (Operation paid : List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION)) {
      server.faults().always(paid, Fault.delayAfterCommit(Duration.ofSeconds(60)));
    }
    addRow("The caller cancelled, or closed the client", closedFailure(true), closedFailure(false));
  }

  /**
   * On a busy machine a short timeout may end before the request is sent, and nothing is charged.
   */
  private FreightException timeoutFailure(Function<FreightClient, FreightException> call) {
    FreightException failure = null;
    for (Duration time : ShortTimeouts.ALL) {
      failure = call.apply(clientWithoutRetries(builder().attemptTimeout(time)));
      if (failure.charge().kind() == Charge.Kind.UNKNOWN) break;
    }
    return failure;
  }

  private void addFault(String what, Fault fault) {
    FreightClient client = clientWithoutRetries(builder());
    client.price(Operation.CREATE_LOAD);
    server.faults().next(Operation.CREATE_LOAD, fault);
    FreightException creation = creationFailure(client);
    server.faults().next(Operation.GET_LOAD_POSITION, fault);
    FreightException read = readFailure(client);
    for (Operation other : otherPaidOperations()) {
      server.faults().next(other, fault);
      FreightException failure =
          failureOf(() -> CallStyle.BLOCKING.call(client, other, load, CallOptions.DEFAULT));
      boolean once = RepeatCost.of(other).isChargedOncePerKey();
      FreightException same = once ? creation : read;
      assertThat(reported(failure)).as("%s: %s", other, what).isEqualTo(reported(same));
    }
    addRow(what, creation, read);
  }

  /** The other operations that the service charges for. */
  private List<Operation> otherPaidOperations() {
    Map<String, BigDecimal> prices = client(builder()).getPricing().prices();
    return Stream.of(Operation.values())
        .filter(operation -> RepeatCost.of(operation).drawsOnBalance())
        .filter(operation -> operation.priceKey() != null)
        .filter(operation -> prices.get(operation.priceKey()).signum() > 0)
        .filter(operation -> operation != Operation.CREATE_LOAD)
        .filter(operation -> operation != Operation.GET_LOAD_POSITION)
        .toList();
  }

  private FreightException closedFailure(boolean creation) {
    FreightClient client = clientWithoutRetries(builder());
    int before = broker.debits().size();
    CompletableFuture<?> call =
        creation
            ? client.async().createLoad(SampleLoads.twoStops())
            : client.async().getLoadPosition(load);
    awaitAtService(() -> broker.debits().size() > before, call);
    client.close();
    return failureOf(() -> CallStyle.join(call));
  }

  private void awaitAtService(BooleanSupplier done, CompletableFuture<?> call) {
    if (world != null) {
      world.runUntilWaiting(call);
    } else {
      Eventually.until(() -> done.getAsBoolean() || call.isDone(), () -> "the call is on its way");
    }
  }

  private void addRow(
      String what, @Nullable FreightException creation, @Nullable FreightException read) {
    FreightException either = creation != null ? creation : read;
    if (either == null) throw new AssertionError("no failure for " + what);
    if (creation != null && read != null) assertThat(read).isInstanceOf(creation.getClass());
    FreightException other = read != null ? read : either;
    String line = what + " | " + either.getClass().getSimpleName() + " | " + reported(either);
    rows.add(
        reported(other).equals(reported(either)) ? line : line + " | a read: " + reported(other));
  }

  /** The charge and the next step. */
  private static String reported(FreightException failure) {
    return failure.charge().kind() + " " + failure.nextStep();
  }

  private FreightClient clientOf(String agentKey) {
    return clientWithoutRetries(builder().agentKey(agentKey));
  }

  private FreightClient clientWithoutRetries(FreightClient.Builder builder) {
    return client(builder.retryPolicy(RetryPolicy.none()));
  }

  private FreightException creationFailure(FreightClient client) {
    return failureOf(() -> client.createLoad(SampleLoads.twoStops()));
  }

  private FreightException readFailure(FreightClient client) {
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
