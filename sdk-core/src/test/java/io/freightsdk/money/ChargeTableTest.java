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
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.PaidService;
import io.freightsdk.testing.RawServer;
import io.freightsdk.testing.ShortTimes;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Makes every failure happen to the paid operations and writes down what the client said. The table
 * of the documentation must be exactly that: one column for what is charged once for its key, one
 * for all that is charged for each attempt.
 */
class ChargeTableTest extends MoneyTest {
  private static final Path PAGE = Path.of("..", "docs", "charges-and-limits.md");
  private static final String START = "<!-- table: written by ChargeTableTest -->\n";
  private static final String END = "<!-- end of table -->";

  private final List<String> rows = new ArrayList<>();

  /** Its number begins with the year of the machine's clock. */
  private String load;

  @Test
  void theTableOfTheDocumentationIsWhatTheClientSays() throws Exception {
    load = client(builder()).createLoad(Loads.twoStops()).loadNumber();
    rows.add("| What happened | Exception | `createLoad` charged? | then | read charged? | then |");
    rows.add("|---|---|---|---|---|---|");
    nothingWasSent();
    theServiceAnswered();
    somethingElseAnswered();
    theAnswerWasLost();
    String table = String.join("\n", rows) + "\n";

    String page = Files.readString(PAGE, StandardCharsets.UTF_8);
    assertThat(page).contains(START).contains(END);
    String published = page.substring(page.indexOf(START) + START.length(), page.indexOf(END));
    assertThat(published).as("table in %s", PAGE).isEqualTo(table);
  }

  private void nothingWasSent() {
    FreightClient capped = once(builder().spendLimits(SpendLimits.builder().total("0").build()));
    row("A spend limit has no room for it", create(capped), read(capped));
    CallOptions cheap = CallOptions.builder().maxPrice(usd("0.01")).build();
    FreightClient client = once(builder());
    row(
        "The live price is above `maxPrice`",
        failureOf(() -> client.createLoad(Loads.twoStops(), cheap)),
        failureOf(() -> client.getLoadPosition(load, cheap)));
    client.createLoad(Loads.twoStops(), key("k"));
    row(
        "The key was used with another body",
        failureOf(
            () ->
                client.createLoad(
                    Loads.twoStops().toBuilder().shipperName("other").build(), key("k"))),
        null);
    FreightClient nowhere = once(builder().baseUrl(RawServer.closedPort()));
    row("The service cannot be reached", create(nowhere), read(nowhere));
  }

  private void theServiceAnswered() {
    FreightClient poor = as(server.createBroker("0.65").agentKey());
    String own = poor.createLoad(Loads.twoStops()).loadNumber();
    row("402, the balance is too low", create(poor), failureOf(() -> poor.getLoadPosition(own)));
    FreightClient client = once(builder());
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
    try (Gateway gateway = new Gateway(server.baseUrl())) {
      FreightClient client = once(builder().baseUrl(gateway.baseUrl()));
      gateway.next(Operation.CREATE_LOAD, Gateway.insteadOfTheAnswer(Gateway.page(403)));
      gateway.next(Operation.GET_LOAD_POSITION, Gateway.insteadOfTheAnswer(Gateway.page(403)));
      row("A gateway's 4xx, not the service's own", create(client), read(client));
    }
    struck("408 or 425", Fault.status(408));
  }

  private void theAnswerWasLost() throws Exception {
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
      failure = call.apply(once(builder().timeout(time)));
      if (failure.charge().kind() == Charge.Kind.UNKNOWN) break;
    }
    return failure;
  }

  private void struck(String what, Fault fault) {
    FreightClient client = once(builder());
    client.quote(Operation.CREATE_LOAD, 1);
    server.faults().next(Operation.CREATE_LOAD, fault);
    FreightException creation = create(client);
    server.faults().next(Operation.GET_LOAD_POSITION, fault);
    FreightException read = read(client);
    for (Operation other : others()) {
      server.faults().next(other, fault);
      FreightException failure =
          failureOf(() -> CallStyle.BLOCKING.call(client, other, load, CallOptions.DEFAULT));
      boolean once = RepeatClass.of(other).isChargedOncePerKey();
      assertThat(cell(failure)).as("%s: %s", other, what).isEqualTo(cell(once ? creation : read));
    }
    row(what, creation, read);
  }

  /** What this service takes money for besides the two that the columns are named by. */
  private List<Operation> others() {
    Map<String, BigDecimal> prices = client(builder()).getPricing().prices();
    return PaidService.operations()
        .filter(operation -> operation.priceKey() != null)
        .filter(operation -> prices.get(operation.priceKey()).signum() > 0)
        .filter(operation -> operation != Operation.CREATE_LOAD)
        .filter(operation -> operation != Operation.GET_LOAD_POSITION)
        .toList();
  }

  private FreightException closed(boolean creation) throws Exception {
    FreightClient client = once(builder());
    int before = broker.debits().size();
    CompletableFuture<?> call =
        creation
            ? client.async().createLoad(Loads.twoStops())
            : client.async().getLoadPosition(load);
    Eventually.until(
        () -> broker.debits().size() > before || call.isDone(), () -> "the call did not arrive");
    client.close();
    try {
      call.get(60, TimeUnit.SECONDS);
      throw new AssertionError("the call succeeded");
    } catch (ExecutionException e) {
      return (FreightException) e.getCause();
    }
  }

  private void row(
      String what, @Nullable FreightException creation, @Nullable FreightException read) {
    FreightException either = creation != null ? creation : read;
    if (either == null) throw new AssertionError("no failure for " + what);
    if (creation != null && read != null) assertThat(read).isInstanceOf(creation.getClass());
    rows.add(
        "| %s | `%s` | %s | %s |"
            .formatted(what, either.getClass().getSimpleName(), cell(creation), cell(read)));
  }

  private static String cell(@Nullable FreightException failure) {
    if (failure == null) return "- | -";
    String charged =
        switch (failure.charge().kind()) {
          case NONE -> "no";
          case CHARGED -> "yes, " + failure.charge();
          case UNKNOWN -> "**unknown**";
        };
    return charged + " | " + words(failure.nextStep());
  }

  private static String words(NextStep step) {
    return switch (step) {
      case FIX_REQUEST -> "fix the request";
      case FIX_SETUP -> "fix the set-up";
      case FIX_KEY -> "fix the agent key or its broker";
      case TOP_UP -> "top up";
      case RAISE_LIMIT -> "raise the limit";
      case RETRY_LATER -> "try again later";
      case RETRY_WITH_SAME_KEY -> "send again with the same key";
      case WAIT_FOR_DRIVER -> "wait for the driver";
      case NONE -> "decide again; `reconcile()` tells what it cost";
    };
  }

  private FreightClient as(String agentKey) {
    return once(builder().agentKey(agentKey));
  }

  private FreightClient once(FreightClientBuilder builder) {
    return client(builder.retryPolicy(RetryPolicy.none()));
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
