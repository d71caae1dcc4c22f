package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentFixture.Toolbox;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One ledger for several accounts: the purchases of an account do not affect another. */
class AccountsIT {
  private static final SpendLimit FOR_ONE_LOAD = SpendLimit.perDay("1.00");

  private final AgentFixture fixture = AgentFixture.withBalance("100.00");
  private final Broker other = fixture.server.createBroker("100.00");
  private final FreightClient otherClient = client(fixture.ledger, other.agentKey());
  private final List<ApprovalRequest> questions = new ArrayList<>();

  @AfterEach
  void close() {
    otherClient.close();
    fixture.close();
  }

  private FreightClient client(SpendLedger ledger, String agentKey) {
    return fixture.clientBuilder().agentKey(agentKey).spendGuard(ledger.guard()).build();
  }

  private Toolbox otherTools(UnaryOperator<FreightTools.Builder> options) {
    return fixture.tools(otherClient, fixture.ledger, options);
  }

  private Approver answering(boolean answer) {
    return question -> {
      questions.add(question);
      return answer;
    };
  }

  private UnaryOperator<FreightTools.Builder> asking(boolean answer) {
    return tools -> tools.approver(answering(answer));
  }

  private static List<String> debits(Broker broker) {
    return broker.debits().stream().map(debit -> debit.amountUsd().toPlainString()).toList();
  }

  // --- another account ---

  @Test
  void declinedOrderThatAnotherBrokerBoughtIsNotSent() {
    fixture.tools().createLoad("PO-1");

    ToolResult refused = otherTools(asking(false)).createLoad("PO-1");

    assertThat(questions).hasSize(1);
    assertThat(refused.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(other.debits()).isEmpty();
    assertThat(sent(other, Operation.CREATE_LOAD)).isEmpty();
  }

  @Test
  void approvedOrderThatAnotherBrokerBoughtIsCharged() {
    Object first = Json.at(fixture.tools().createLoad("PO-1"), "loadNumber");

    ToolResult made = otherTools(asking(true)).createLoad("PO-1");

    assertThat(questions).hasSize(1);
    assertThat(Json.object(made.json()))
        .containsEntry("created", true)
        .containsEntry("chargedUsd", "0.65")
        .doesNotContainKey("alreadyCharged")
        .doesNotContainEntry("loadNumber", first);
    assertThat(made.charge().kind()).isEqualTo(Charge.Kind.CHARGED);
    assertThat(debits(other)).containsExactly("0.65");
    assertThat(fixture.debits()).containsExactly("0.65");
    assertThat(fixture.ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
  }

  @Test
  void sameOrderOfTwoBrokersNeedsBudgetForBoth() {
    fixture.tools(tools -> tools.sharedLimits(FOR_ONE_LOAD)).createLoad("PO-1");

    ToolResult second = otherTools(tools -> tools.sharedLimits(FOR_ONE_LOAD)).createLoad("PO-1");
    ToolResult asking =
        otherTools(tools -> tools.sharedLimits(FOR_ONE_LOAD).approver(answering(true)))
            .createLoad("PO-1");

    assertThat(List.of(second, asking))
        .allSatisfy(
            refused -> {
              assertThat(refused.error().code()).isEqualTo("SPEND_LIMIT");
              assertThat(refused.error().details()).containsEntry("allowanceUsd", "0.35");
            });
    assertThat(questions).as("about what a limit refuses").isEmpty();
    assertThat(other.debits()).isEmpty();
  }

  @Test
  void sameOrderAtAnotherAddressIsAskedAboutAndCharged() {
    fixture.tools().createLoad("PO-1");
    try (InMemoryFreightServer elsewhere = InMemoryFreightServer.start()) {
      Broker broker = elsewhere.createBroker("100.00");
      try (FreightClient client =
          fixture
              .clientBuilder()
              .baseUrl(elsewhere.baseUrl())
              .agentKey(broker.agentKey())
              .build()) {
        ToolResult refused =
            fixture.tools(client, fixture.ledger, asking(false)).createLoad("PO-1");
        assertThat(refused.error().code()).isEqualTo("APPROVAL_DENIED");
        assertThat(broker.debits()).isEmpty();

        ToolResult made = fixture.tools(client, fixture.ledger, asking(true)).createLoad("PO-1");
        assertThat(Json.object(made.json()))
            .containsEntry("created", true)
            .containsEntry("chargedUsd", "0.65");
        assertThat(debits(broker)).containsExactly("0.65");
        assertThat(questions).hasSize(2);
      }
    }
  }

  @Test
  void keyOfALostOrderIsNeverUsedInAnotherAccount() {
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(fixture.tools().createLoad("PO-1").error().code()).isEqualTo("OUTCOME_UNKNOWN");

    // It needs budget like a new order, and the limit does not cover it next to the lost one.
    assertThat(
            otherTools(tools -> tools.sharedLimits(FOR_ONE_LOAD)).createLoad("PO-1").error().code())
        .isEqualTo("SPEND_LIMIT");
    assertThat(otherTools(tools -> tools).createLoad("PO-1").failed()).isFalse();
    assertThat(fixture.tools().createLoad("PO-1").failed()).isFalse();

    List<String> keys =
        sent(fixture.broker, Operation.CREATE_LOAD).stream()
            .map(RecordedRequest::idempotencyKey)
            .toList();
    assertThat(keys).hasSize(2).doesNotContainNull();
    assertThat(keys.get(1)).as("repeated under its key").isEqualTo(keys.get(0));
    assertThat(sent(other, Operation.CREATE_LOAD))
        .singleElement()
        .satisfies(one -> assertThat(keys).doesNotContain(one.idempotencyKey()));
    assertThat(fixture.debits()).containsExactly("0.65");
    assertThat(debits(other)).containsExactly("0.65");
    assertThat(fixture.ledger.totals().unknownUsd()).isZero();
  }

  private static List<RecordedRequest> sent(Broker broker, Operation operation) {
    return broker.requests().stream().filter(one -> one.operation() == operation).toList();
  }

  @Test
  void duplicatesAreFoundWithinAnAccountOnly() {
    UnaryOperator<FreightTools.Builder> doubtfulOnly =
        tools -> tools.approvalAbove("5.00").approver(answering(true));
    fixture.tools(doubtfulOnly).call("create_load", AgentFixture.load("A-1"));
    String alike =
        AgentFixture.load("B-2").replace(AgentFixture.phone("B-2"), AgentFixture.phone("A-1"));

    assertThat(otherTools(doubtfulOnly).call("create_load", alike).failed()).isFalse();
    assertThat(questions).isEmpty();
    assertThat(fixture.tools(doubtfulOnly).call("create_load", alike).failed()).isFalse();
    assertThat(questions).hasSize(1);
  }

  @Test
  void orderDoesNotWaitForAnotherAccount() throws Exception {
    CountDownLatch isAsked = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    Approver away =
        question -> {
          isAsked.countDown();
          return awaited(answers);
        };
    CompletableFuture<ToolResult> waiting =
        CompletableFuture.supplyAsync(
            () -> fixture.tools(tools -> tools.approver(away)).createLoad("PO-1"));
    assertThat(awaited(isAsked)).isTrue();

    ToolResult made = otherTools(tools -> tools).createLoad("PO-1");

    assertThat(made.failed()).isFalse();
    assertThat(waiting).isNotDone();
    answers.countDown();
    assertThat(waiting.get(60, TimeUnit.SECONDS).failed()).isFalse();
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void loadsAreListedByAccountAndSpendingIncludesAllAccounts() {
    Object first = Json.at(fixture.tools().createLoad("PO-1"), "loadNumber");
    Object second = Json.at(otherTools(tools -> tools).createLoad("PO-1"), "loadNumber");

    assertThat(fixture.tools().call("list_loads", "").json())
        .contains(first.toString())
        .doesNotContain(second.toString());
    assertThat(otherTools(tools -> tools).call("list_loads", "{\"customerRef\":\"po 1\"}").json())
        .contains(second.toString())
        .doesNotContain(first.toString());
    assertThat(Json.at(fixture.tools().call("get_budget", ""), "spent"))
        .asString()
        .contains("totalUsd=1.30");
  }

  /** The numbers of loads differ here, but the numbers of two services are alike. */
  @Test
  void budgetListsTheChargesOfItsOwnAccount() {
    String first = Json.at(fixture.tools().createLoad("PO-1"), "loadNumber").toString();
    String second = Json.at(otherTools(tools -> tools).createLoad("PO-2"), "loadNumber").toString();

    assertThat(fixture.tools().call("get_budget", "").json())
        .contains(first)
        .doesNotContain(second);
    assertThat(otherTools(tools -> tools).call("get_budget", "").json())
        .contains(second)
        .doesNotContain(first);
  }

  /** Two services number their loads alike. */
  @Test
  void sameLoadNumberInTwoAccountsHasTwoStatuses() {
    Object number = Json.at(fixture.tools().createLoad("PO-1"), "loadNumber");
    fixture.tools().position(number.toString());
    try (InMemoryFreightServer elsewhere = InMemoryFreightServer.start()) {
      Broker broker = elsewhere.createBroker("100.00");
      try (FreightClient client =
          fixture
              .clientBuilder()
              .baseUrl(elsewhere.baseUrl())
              .agentKey(broker.agentKey())
              .build()) {
        Toolbox tools = fixture.tools(client, fixture.ledger, asking(true));
        assertThat(Json.at(tools.createLoad("PO-2"), "loadNumber")).isEqualTo(number);

        assertThat(tools.call("list_loads", "").json())
            .contains(number.toString())
            .doesNotContain("status");
      }
    }
  }

  @Test
  void toolsOfTwoBrokersOnOneLedgerKeepLoadsApart() throws Exception {
    Toolbox[] tools = {
      fixture.tools(all -> all.sharedLimits(SpendLimit.perDay("5.00"))),
      otherTools(all -> all.sharedLimits(SpendLimit.perDay("5.00")))
    };

    List<ToolResult> results =
        AgentFixture.inParallel(24, i -> tools[i % 2].createLoad("PO-" + i / 2 % 6));

    int loads = fixture.debits().size() + other.debits().size();
    assertThat(loads).as("of twelve orders, as many as fit into the limit").isEqualTo(7);
    assertThat(results)
        .filteredOn(one -> one.charge().kind() == Charge.Kind.CHARGED)
        .as("each charge reported once")
        .hasSize(loads);
    for (int i = 0; i < results.size(); i++) {
      Object loadNumber = results.get(i).failed() ? null : Json.at(results.get(i), "loadNumber");
      Broker broker = i % 2 == 0 ? fixture.broker : other;
      if (loadNumber != null) assertThat(broker.debitsFor(loadNumber.toString())).hasSize(1);
    }
    assertThat(fixture.ledger.totals().spentUsd()).isEqualByComparingTo("4.55");
  }

  // --- the same account ---

  @Test
  void repeatedOrderReturnsItsLinkWithoutARequest() {
    Toolbox tools = fixture.tools(asking(true));
    ToolResult first = tools.createLoad("PO-1");
    fixture.later(Duration.ofDays(1));
    long requests = fixture.server.journal().total();

    ToolResult again = tools.call("create_load", AgentFixture.load("po 1", "7 Oak St"));

    assertThat(fixture.server.journal().total()).as("not even of a price").isEqualTo(requests);
    assertThat(Json.object(again.json()))
        .containsOnlyKeys(
            "loadNumber",
            "created",
            "alreadyCharged",
            "createdAt",
            "trackingLink",
            "note",
            "chargedUsd")
        .containsEntry("loadNumber", Json.at(first, "loadNumber"))
        .containsEntry("created", false)
        .containsEntry("alreadyCharged", true)
        .containsEntry("createdAt", "2026-11-20T12:00:00Z")
        .containsEntry("trackingLink", Json.at(first, "trackingLink"))
        .containsEntry("chargedUsd", "0.00");
    assertThat((String) Json.at(again, "note"))
        .contains("Different details in this call were not applied", "nothing was sent");
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(questions).hasSize(1);
  }

  @Test
  void orderIsKnownAfterTheLedgerFileIsReopened(@TempDir Path folder) {
    Path file = folder.resolve("agents.ledger");
    ToolResult first;
    try (SpendLedger ledger = SpendLedger.open(file);
        FreightClient client = client(ledger, fixture.broker.agentKey())) {
      first = fixture.tools(client, ledger, tools -> tools).createLoad("PO-1");
    }
    try (SpendLedger ledger = SpendLedger.open(file);
        FreightClient client = client(ledger, fixture.broker.agentKey());
        FreightClient stranger = client(ledger, other.agentKey())) {
      Toolbox tools = fixture.tools(client, ledger, asking(false));
      Toolbox strangers = fixture.tools(stranger, ledger, asking(false));
      long requests = fixture.server.journal().total();

      ToolResult again = tools.createLoad("PO-1");

      assertThat(Json.object(again.json()))
          .containsEntry("loadNumber", Json.at(first, "loadNumber"))
          .containsEntry("trackingLink", Json.at(first, "trackingLink"))
          .containsEntry("created", false);
      assertThat(fixture.server.journal().total()).isEqualTo(requests);
      assertThat(strangers.createLoad("PO-1").error().code()).isEqualTo("APPROVAL_DENIED");
    }
  }

  @Test
  void existingOrderIsKnownAfterTheFirstRepeat() {
    Object existing;
    try (SpendLedger elsewhere = SpendLedger.inMemory();
        FreightClient client = client(elsewhere, fixture.broker.agentKey())) {
      existing =
          Json.at(
              fixture.tools(client, elsewhere, tools -> tools).createLoad("PO-1"), "loadNumber");
    }
    Toolbox tools = fixture.tools();
    ToolResult found = tools.createLoad("PO-1");
    long requests = fixture.server.journal().total();

    ToolResult again = tools.createLoad("PO-1");

    assertThat(Json.at(found, "loadNumber")).isEqualTo(existing);
    assertThat(fixture.server.journal().total()).isEqualTo(requests);
    // This ledger does not know when it was bought.
    assertThat(Json.object(again.json()))
        .containsEntry("loadNumber", existing)
        .containsEntry("trackingLink", Json.at(found, "trackingLink"))
        .containsEntry("knownSince", "2026-11-20T12:00:00Z")
        .doesNotContainKeys("createdAt", "alreadyCharged");
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  @Test
  void listOfOneOrderHasItsTrackingLink() {
    Object link = Json.at(fixture.tools().createLoad("PO-1"), "trackingLink");

    assertThat(fixture.tools().call("list_loads", "{\"customerRef\":\"PO-1\"}").json())
        .contains(link.toString());
    assertThat(fixture.tools().call("list_loads", "").json()).doesNotContain(link.toString());
  }

  /** Another program sends the order again, and gets no response. */
  @Test
  void lostRepeatKeepsTheLoadOfAnOrder() throws IOException {
    ToolResult first = fixture.tools().createLoad("PO-1");
    CreateLoadInput order =
        FreightJson.adapter(CreateLoadInput.class).fromJson(AgentFixture.load("PO-1"));
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    assertThat(catchThrowable(() -> fixture.client.createLoad(order))).isNotNull();

    assertThat(Json.object(fixture.tools().createLoad("PO-1").json()))
        .containsEntry("alreadyCharged", true)
        .containsEntry("trackingLink", Json.at(first, "trackingLink"));
  }

  @Test
  void orderSettledAsNotChargedIsSentAgain() {
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    fixture.tools().createLoad("PO-1");
    SpendEntry lost =
        fixture.ledger.entries(SpendFilter.all().onlyUnknown()).findFirst().orElseThrow();
    fixture.ledger.settle(lost.id(), false, "Ann", "not on the statement");

    assertThat(Json.at(fixture.tools().createLoad("PO-1"), "created")).isEqualTo(true);
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  /** A ledger keeps the beginnings of long references. */
  @Test
  void longReferencesWithTheSameStartAreTwoOrders() throws IOException {
    String long1 = "A".repeat(300) + "1";
    String long2 = "A".repeat(200);
    CreateLoadInput load =
        FreightJson.adapter(CreateLoadInput.class).fromJson(AgentFixture.load("PO-1"));
    fixture.client.createLoad(load.toBuilder().customerRef(long1).build());

    ToolResult made = fixture.tools().createLoad(long2);

    assertThat(Json.at(made, "created")).as(made.json()).isEqualTo(true);
  }

  // --- the name of an account ---

  @Test
  void restartedServerNeedsAnotherAccountName() {
    Map<String, Object> before;
    int port;
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      port = server.port();
      before = ordered(server, "test");
    }
    try (InMemoryFreightServer server = InMemoryFreightServer.builder().port(port).start()) {
      Map<String, Object> again = ordered(server, "test");
      assertThat(again)
          .containsEntry("created", false)
          .containsEntry("loadNumber", before.get("loadNumber"))
          .containsEntry("trackingLink", before.get("trackingLink"))
          .containsEntry("createdAt", "2026-11-20T12:00:00Z");
      assertThat((String) again.get("note")).contains("The ledger knew the load");
      assertThat(server.loads(10)).isEmpty();

      assertThat(ordered(server, "test of Tuesday"))
          .containsEntry("created", true)
          .containsEntry("chargedUsd", "0.65");
      assertThat(server.loads(10)).hasSize(1);
    }
  }

  private Map<String, Object> ordered(InMemoryFreightServer server, String account) {
    Broker broker = server.createBroker("10.00");
    try (FreightClient client =
        fixture
            .clientBuilder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .account(account)
            .build()) {
      return Json.object(
          fixture.tools(client, fixture.ledger, tools -> tools).createLoad("PO-1").json());
    }
  }

  @Test
  void keyRotationWithoutAnAccountNameAsksAboutTheOrderAgain() {
    for (String account : new String[] {null, "acme"}) {
      questions.clear();
      AtomicReference<String> key = new AtomicReference<>(fixture.broker.newKey());
      var builder = fixture.clientBuilder().agentKey(key::get);
      if (account != null) builder.account(account);
      try (FreightClient client = builder.build()) {
        Toolbox tools = fixture.tools(client, fixture.ledger, asking(true));
        Object first = Json.at(tools.createLoad("PO-9"), "loadNumber");
        key.set(fixture.broker.newKey());

        ToolResult again = tools.createLoad("PO-9");

        assertThat(Json.at(again, "loadNumber")).isEqualTo(first);
        assertThat(again.charge()).isEqualTo(Charge.NONE);
        assertThat(questions).as("account %s", account).hasSize(account == null ? 2 : 1);
      }
    }
    assertThat(fixture.debits()).containsExactly("0.65");
  }
}
