package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.PaidService;
import io.freightsdk.testing.ShortTimes;
import io.freightsdk.testing.Stage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes every failure happen to the paid operations and writes down what the client said: of what
 * is charged once for its key, and of all that is charged for each attempt where that differs.
 */
final class ChargeTable {
  private static final Path PAGE = Path.of("..", "docs", "charges-and-limits.md");
  private static final String START = "<!-- table: written by ChargeTableTest -->\n";
  private static final String END = "<!-- end of table -->";

  private static final CallOptions KEY = CallOptions.builder().idempotencyKey("k").build();

  private final Stage stage;
  private final InMemoryFreightServer server;
  private final List<String> rows = new ArrayList<>();

  /** Its number begins with the year of the service's clock. */
  private String load = "";

  private ChargeTable(Stage stage) {
    this.stage = stage;
    this.server = stage.server();
  }

  /** The table as it is told there. */
  static String toldOn(Stage stage) {
    return new ChargeTable(stage).written();
  }

  /** The table of the documentation. */
  static String published() throws IOException {
    String page = Files.readString(PAGE, StandardCharsets.UTF_8);
    assertThat(page).contains(START).contains(END);
    return page.substring(page.indexOf(START) + START.length(), page.indexOf(END));
  }

  private String written() {
    load = stage.client(stage.builder()).createLoad(Loads.twoStops()).loadNumber();
    rows.add("| What happened | Charged? | Then |");
    rows.add("|---|---|---|");
    nothingWasSent();
    theServiceAnswered();
    somethingElseAnswered();
    theAnswerWasLost();
    return String.join("\n", rows) + "\n";
  }

  private void nothingWasSent() {
    FreightClient capped = once(stage.builder().spendGuard(stage.guard("0")));
    row("A spend limit has no room for it", create(capped), read(capped));
    CallOptions cheap = CallOptions.builder().maxPrice("0.01").build();
    FreightClient client = once(stage.builder());
    row(
        "The live price is above `maxPrice`",
        failureOf(() -> client.createLoad(Loads.twoStops(), cheap)),
        failureOf(() -> client.getLoadPosition(load, cheap)));
    FreightClient nowhere = once(stage.whereNobodyListens());
    row("The service cannot be reached", create(nowhere), read(nowhere));
  }

  private void theServiceAnswered() {
    FreightClient poor = as(server.createBroker("0.65").agentKey());
    String own = poor.createLoad(Loads.twoStops()).loadNumber();
    row("402, the balance is too low", create(poor), failureOf(() -> poor.getLoadPosition(own)));
    FreightClient client = once(stage.builder());
    struck("503 `BILLING_UNAVAILABLE`", Fault.billingUnavailable());
    row(
        "400, the request is not valid",
        failureOf(() -> client.createLoad(Loads.twoStops().toBuilder().driverPhone("12").build())),
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
    FreightClient client = once(stage.behindTheGateway());
    for (Operation paid : List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION)) {
      stage.gateway().next(paid, Gateway.insteadOfTheAnswer(Gateway.page(403)));
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
      failure = call.apply(once(stage.builder().timeout(time)));
      if (failure.charge().kind() == Charge.Kind.UNKNOWN) break;
    }
    return failure;
  }

  private void struck(String what, Fault fault) {
    FreightClient client = once(stage.builder());
    client.price(Operation.CREATE_LOAD);
    server.faults().next(Operation.CREATE_LOAD, fault);
    FreightException creation = create(client);
    server.faults().next(Operation.GET_LOAD_POSITION, fault);
    FreightException read = read(client);
    for (Operation other : others()) {
      server.faults().next(other, fault);
      FreightException failure =
          failureOf(() -> CallStyle.BLOCKING.call(client, other, load, CallOptions.DEFAULT));
      boolean once = RepeatClass.of(other).isChargedOncePerKey();
      FreightException same = once ? creation : read;
      assertThat(charged(failure)).as("%s: %s", other, what).isEqualTo(charged(same));
      assertThat(failure.nextStep()).as("%s: %s", other, what).isEqualTo(same.nextStep());
    }
    row(what, creation, read);
  }

  /** What this service takes money for besides the two that the table is made of. */
  private List<Operation> others() {
    Map<String, BigDecimal> prices = stage.client(stage.builder()).getPricing().prices();
    return PaidService.operations()
        .filter(operation -> operation.priceKey() != null)
        .filter(operation -> prices.get(operation.priceKey()).signum() > 0)
        .filter(operation -> operation != Operation.CREATE_LOAD)
        .filter(operation -> operation != Operation.GET_LOAD_POSITION)
        .toList();
  }

  private FreightException closed(boolean creation) {
    FreightClient client = once(stage.builder());
    int before = stage.broker().debits().size();
    CompletableFuture<?> call =
        creation
            ? client.async().createLoad(Loads.twoStops())
            : client.async().getLoadPosition(load);
    stage.awaitAtTheService(() -> stage.broker().debits().size() > before, call);
    client.close();
    return failureOf(() -> CallStyle.join(call));
  }

  private void row(
      String what, @Nullable FreightException creation, @Nullable FreightException read) {
    FreightException either = creation != null ? creation : read;
    if (either == null) throw new AssertionError("no failure for " + what);
    if (creation != null && read != null) assertThat(read).isInstanceOf(creation.getClass());
    FreightException other = read != null ? read : either;
    rows.add(
        "| %s: `%s` | %s | %s |"
            .formatted(
                what,
                either.getClass().getSimpleName(),
                both(charged(either), charged(other)),
                both(words(either.nextStep()), words(other.nextStep()))));
  }

  /** One text where both say the same: a phone has room for three columns. */
  private static String both(String ofCreation, String ofRead) {
    return ofCreation.equals(ofRead)
        ? ofCreation
        : "a creation: %s. A read: %s".formatted(ofCreation, ofRead);
  }

  private static String charged(FreightException failure) {
    return switch (failure.charge().kind()) {
      case NONE -> "no";
      case CHARGED -> "yes, " + failure.charge();
      case UNKNOWN -> "**unknown**";
    };
  }

  private static String words(NextStep step) {
    return switch (step) {
      case FIX_REQUEST -> "fix the request";
      case FIX_SETUP -> "fix the set-up";
      case FIX_KEY -> "fix the agent key or its broker";
      case TOP_UP -> "top up";
      case RAISE_LIMIT -> "raise the limit";
      case RETRY_LATER -> "try again later";
      case RETRY_WITH_SAME_KEY -> "send again with the same key (`RETRY_WITH_SAME_KEY`)";
      case WAIT_FOR_DRIVER -> "wait for the driver";
      case NONE ->
          "decide again (`NextStep.NONE`); [with a ledger](#what-unknown-does-to-a-limit) limits count it";
    };
  }

  private FreightClient as(String agentKey) {
    return once(stage.builder().agentKey(agentKey));
  }

  private FreightClient once(FreightClientBuilder builder) {
    return stage.client(builder.retryPolicy(RetryPolicy.none()));
  }

  private FreightException create(FreightClient client) {
    return failureOf(() -> client.createLoad(Loads.twoStops()));
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
