package io.freightsdk.agent;

import static io.freightsdk.agent.AgentFixture.load;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Concurrent calls of agent tools: which need an approval, which wait and which are refused. */
class ConcurrentApprovalsTest {
  private static final String BUDGET_FOR_FOUR = "2.60";

  private final World world = new World();
  private final InMemoryFreightServer service = WorldServer.in(world);
  private final Broker broker = service.createBroker("100.00");
  private final SpendLedger ledger = SpendLedger.inMemory(world.clock());
  private final FreightClient client = client("1000");
  private final List<Person> people = new ArrayList<>();

  @AfterEach
  void close() {
    people.forEach(person -> person.alwaysAnswer(false));
    world.close();
    ledger.close();
  }

  private FreightClient client(String maxPrice) {
    return world.client(
        world
            .builder()
            .agentKey(broker.agentKey())
            .spendGuard(ledger.guard())
            .retryPolicy(RetryPolicy.none())
            .maxPrice(maxPrice));
  }

  private List<AgentTool> tools(UnaryOperator<FreightTools.Builder> options) {
    return tools(client, options);
  }

  private List<AgentTool> tools(FreightClient client, UnaryOperator<FreightTools.Builder> options) {
    FreightTools.Builder tools =
        FreightTools.builder(client, ledger).clock(world.clock()).time(world.environment().time());
    return options.apply(tools).build();
  }

  private List<AgentTool> toolsUpTo(String usd) {
    return tools(tools -> tools.sharedLimits(SpendLimit.total(usd)).approvalAbove("0.50"));
  }

  /** An approver that answers when the test calls {@link #answer}. */
  private final class Person implements Approver {
    final String name;
    final List<ApprovalRequest> questions = new ArrayList<>();
    private final List<Boolean> answers = new ArrayList<>();
    private Boolean always;

    Person(String name) {
      this.name = name;
      people.add(this);
    }

    @Override
    public boolean approve(ApprovalRequest question) {
      questions.add(question);
      int number = questions.size();
      world.waitUntil(() -> always != null || answers.size() >= number);
      return answers.size() >= number ? answers.get(number - 1) : always;
    }

    void answer(boolean yes) {
      answers.add(yes);
    }

    Person alwaysAnswer(Boolean yes) {
      always = yes;
      return this;
    }

    /** Starts a call for this person. */
    Caller<ToolResult> startCall(List<AgentTool> tools, String tool, String arguments) {
      return startCallAs(ToolCallContext.ofScope(name), tools, tool, arguments);
    }

    Caller<ToolResult> startCallAs(
        ToolCallContext call, List<AgentTool> tools, String tool, String args) {
      return world.start(() -> FreightTools.call(tools, tool, args, call.withApprover(this)));
    }

    Caller<ToolResult> startOrder(List<AgentTool> tools, String customerRef) {
      return startCall(tools, "create_load", load(customerRef));
    }

    Caller<ToolResult> startRead(List<AgentTool> tools, String loadNumber) {
      return startCall(tools, "get_load_position", "{\"loadNumber\":\"" + loadNumber + "\"}");
    }
  }

  private List<Person> people(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Person("person-" + i)).toList();
  }

  private List<ToolResult> awaitAll(List<Caller<ToolResult>> calls) {
    return calls.stream().map(world::join).toList();
  }

  private int questions() {
    return people.stream().mapToInt(person -> person.questions.size()).sum();
  }

  private long sent(Operation operation) {
    return broker.requests().stream().filter(one -> one.operation() == operation).count();
  }

  private void requireLoads(int loads, List<ToolResult> results) {
    assertThat(broker.debits()).hasSize(loads);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(spent());
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(spent());
    assertThat(results)
        .filteredOn(one -> one.charge().kind() == Charge.Kind.CHARGED)
        .as("results that report a charge")
        .hasSize(loads);
  }

  private BigDecimal spent() {
    return broker.debits().stream()
        .map(debit -> debit.amountUsd())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static void requireLimit(ToolResult refused) {
    assertThat(refused.error()).as(refused.json()).isNotNull();
    assertThat(refused.error().code()).isEqualTo("SPEND_LIMIT");
    assertThat(refused.charge()).isEqualTo(Charge.NONE);
  }

  // --- budget and approval ---

  @Test
  void personIsAskedOnlyAboutOrdersThatTheLimitCovers() {
    List<AgentTool> tools = toolsUpTo(BUDGET_FOR_FOUR);
    Person ann = new Person("ann");
    List<Caller<ToolResult>> calls =
        IntStream.range(0, 10).mapToObj(i -> ann.startOrder(tools, "ORDER-" + i)).toList();
    for (int questions = 1; questions <= 4; questions++) {
      int number = questions;
      world.waitUntil(() -> ann.questions.size() >= number);
      assertThat(ann.questions).as("one question at a time").hasSize(questions);
      ann.answer(true);
    }

    List<ToolResult> results = awaitAll(calls);

    assertThat(ann.questions).hasSize(4);
    requireLoads(4, results);
    results.stream().filter(ToolResult::failed).forEach(ConcurrentApprovalsTest::requireLimit);
  }

  @Test
  void approvalsBeyondTheLimitFailWithTheReason() {
    List<AgentTool> tools = toolsUpTo(BUDGET_FOR_FOUR);
    List<Caller<ToolResult>> calls =
        people(10).stream().map(one -> one.startOrder(tools, "ORDER-" + one.name)).toList();
    world.settle();
    assertThat(questions()).isEqualTo(10);
    people.forEach(person -> person.alwaysAnswer(true));

    List<ToolResult> results = awaitAll(calls);

    requireLoads(4, results);
    assertThat(results)
        .filteredOn(ToolResult::failed)
        .allSatisfy(ConcurrentApprovalsTest::requireLimit)
        .allSatisfy(
            one ->
                assertThat(one.error().message())
                    .startsWith("Not sent: it was approved, but the limit was used meanwhile;"));
  }

  @Test
  void openQuestionDoesNotDelayCallsWithinTheLimit() {
    List<AgentTool> tools = toolsUpTo("7.80");
    Person away = new Person("away");
    Caller<ToolResult> waiting = away.startOrder(tools, "ORDER-0");
    List<Caller<ToolResult>> others =
        people(11).stream()
            .map(one -> one.alwaysAnswer(true).startOrder(tools, "ORDER-" + one.name))
            .toList();

    List<ToolResult> results = new ArrayList<>(awaitAll(others));
    assertThat(results).noneMatch(ToolResult::failed);
    assertThat(world.now()).as("no call has waited").isBefore(World.START.plusSeconds(1));
    assertThat(waiting).isNotDone();

    world.advance(Duration.ofHours(3));
    away.answer(true);
    results.add(world.join(waiting));
    requireLoads(12, results);
  }

  @Test
  void secondCallForAnOrderWaitsUntilItsOwnDeadline() {
    List<AgentTool> tools = toolsUpTo(BUDGET_FOR_FOUR);
    Person away = new Person("away");
    Person bob = new Person("bob").alwaysAnswer(true);
    Caller<ToolResult> waiting = away.startOrder(tools, "ORDER-1");
    Caller<ToolResult> second = bob.startOrder(tools, "order 1");
    world.advance(Duration.ofSeconds(44));
    assertThat(second).isNotDone();
    world.advance(Duration.ofSeconds(1));

    ToolResult refused = world.join(second);

    assertThat(refused.error().code()).isEqualTo("BUSY");
    assertThat(refused.error().retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
    assertThat(refused.error().message())
        .startsWith("Not sent: another call for this customerRef has not ended")
        .contains("Nothing was charged.");
    assertThat(bob.questions).isEmpty();
    away.answer(true);
    ToolResult made = world.join(waiting);
    ToolResult known = world.join(bob.startOrder(tools, "order 1"));
    assertThat(Json.at(known, "loadNumber")).isEqualTo(Json.at(made, "loadNumber"));
    requireLoads(1, List.of(made, known));
  }

  @Test
  void queuedCallIsRefusedOnceTheLimitIsUsedUp() {
    List<AgentTool> tools = toolsUpTo(BUDGET_FOR_FOUR);
    Person ann = new Person("ann");
    List<Caller<ToolResult>> calls =
        IntStream.range(0, 5).mapToObj(i -> ann.startOrder(tools, "ORDER-" + i)).toList();
    for (int questions = 1; questions <= 4; questions++) {
      int number = questions;
      world.waitUntil(() -> ann.questions.size() >= number);
      world.advance(Duration.ofSeconds(10));
      ann.answer(true);
    }

    List<ToolResult> results = awaitAll(calls);

    requireLoads(4, results);
    assertThat(results.get(4).error().message()).contains("0.00 USD of your limit of 2.60 USD");
  }

  /** Hosts end a call after a minute. */
  @Test
  void callThatCannotAskWithin45SecondsReportsTheOpenQuestion() {
    List<AgentTool> tools = toolsUpTo(BUDGET_FOR_FOUR);
    Person ann = new Person("ann");
    Caller<ToolResult> first = ann.startOrder(tools, "ORDER-1");
    world.waitUntil(() -> !ann.questions.isEmpty());
    Caller<ToolResult> order = ann.startOrder(tools, "ORDER-2");
    Caller<ToolResult> delivery =
        ann.startCall(tools, "confirm_delivery", "{\"loadNumber\":\"LD-1\"}");
    world.advance(Duration.ofSeconds(44));
    assertThat(order).isNotDone();
    world.advance(Duration.ofSeconds(1));

    for (Caller<ToolResult> waiting : List.of(order, delivery)) {
      ToolError busy = world.join(waiting).error();
      assertThat(busy.code()).isEqualTo("BUSY");
      assertThat(busy.retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
      assertThat(busy.message())
          .contains("an earlier question to the user is still open", "Nothing was charged.");
    }
    assertThat(ann.questions).hasSize(1);
    ann.alwaysAnswer(true);
    assertThat(world.join(first).failed()).isFalse();
    requireLoads(2, List.of(world.join(first), world.join(ann.startOrder(tools, "ORDER-2"))));
  }

  @Test
  void waitsForOrderAndQuestionTogetherEndAfter45Seconds() {
    List<AgentTool> tools = toolsUpTo(BUDGET_FOR_FOUR);
    Person ann = new Person("ann");
    Person bob = new Person("bob");
    ann.startOrder(tools, "ORDER-1");
    Caller<ToolResult> sameOrder = bob.startOrder(tools, "ORDER-2");
    Caller<ToolResult> waiting = ann.startOrder(tools, "ORDER-2");
    world.advance(Duration.ofSeconds(30));
    bob.answer(false);
    assertThat(world.join(sameOrder).error().code()).isEqualTo("APPROVAL_DENIED");
    world.advance(Duration.ofSeconds(14));
    assertThat(waiting).isNotDone();
    world.advance(Duration.ofSeconds(1));

    assertThat(world.join(waiting).error().code()).isEqualTo("BUSY");
    assertThat(ann.questions).hasSize(1);
  }

  @Test
  void interruptEndsTheWaitForTheNextQuestion() {
    List<AgentTool> tools = toolsUpTo(BUDGET_FOR_FOUR);
    Person ann = new Person("ann");
    ann.startOrder(tools, "ORDER-1");
    Caller<ToolResult> second = ann.startOrder(tools, "ORDER-2");
    world.settle();
    second.interrupt();
    world.advance(Duration.ofSeconds(1));

    assertThat(second).isDone();
    assertThat(world.join(second).error().code()).isEqualTo("CANCELLED");
    assertThat(ann.questions).hasSize(1);
  }

  private ToolResult createdLoad(String customerRef) {
    Person clerk = new Person("clerk").alwaysAnswer(true);
    return world.join(clerk.startOrder(toolsUpTo(BUDGET_FOR_FOUR), customerRef));
  }

  @Test
  void separateToolsAndClientsOfOneLedgerShareTheLimit() {
    Broker other = service.createBroker("100.00");
    FreightClient otherClient = client.withAgentKey(other.agentKey(), ledger.guard());
    List<Caller<ToolResult>> calls = new ArrayList<>();
    for (Person one : people(10)) {
      FreightClient paying = calls.size() % 2 == 0 ? client : otherClient;
      List<AgentTool> own =
          tools(
              paying,
              all -> all.sharedLimits(SpendLimit.total(BUDGET_FOR_FOUR)).approvalAbove("0.50"));
      calls.add(one.startOrder(own, "ORDER-" + one.name));
    }
    people.forEach(person -> person.alwaysAnswer(true));
    awaitAll(calls);

    assertThat(broker.debits().size() + other.debits().size()).isEqualTo(4);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(BUDGET_FOR_FOUR);
  }

  // --- the record of questions ---

  @Test
  void eachQuestionLeavesALogLineAndAnOutcome() {
    List<ApprovalOutcome> outcomes = new ArrayList<>();
    List<AgentTool> tools =
        tools(
            all ->
                all.sharedLimits(SpendLimit.total("10.00"))
                    .approvalAbove("0.50")
                    .approvalListener(outcomes::add));
    Person ann = new Person("ann");
    try (LogLines log = new LogLines()) {
      Caller<ToolResult> order = ann.startOrder(tools, "order 1");
      world.advance(Duration.ofSeconds(12));
      ann.answer(true);
      world.join(order);
      ann.answer(false);
      world.join(ann.startOrder(tools, "ORDER-2"));
      ToolCallContext failing =
          ToolCallContext.anonymous()
              .withApprover(
                  question -> {
                    throw new IllegalStateException("the window is gone");
                  });
      String delivery = "{\"loadNumber\":\"LD-1\"}";
      world.join(
          world.start(() -> FreightTools.call(tools, "confirm_delivery", delivery, failing)));

      assertThat(log.infos())
          .containsExactly(
              "create_load ORDER-1: 0.65 USD, approved after 12 s, scope ann",
              "create_load ORDER-2: 0.65 USD, denied after 0 s, scope ann",
              "confirm_delivery LD-1: 0.00 USD, no answer after 0 s, scope none");
    }
    BigDecimal price = new BigDecimal("0.65");
    assertThat(outcomes)
        .containsExactly(
            new ApprovalOutcome(
                "create_load", "ORDER-1", price, "ann", true, Duration.ofSeconds(12)),
            new ApprovalOutcome("create_load", "ORDER-2", price, "ann", false, Duration.ZERO),
            new ApprovalOutcome(
                "confirm_delivery", "LD-1", BigDecimal.ZERO, null, null, Duration.ZERO));
  }

  @Test
  void logLineOfAQuestionMasksAPhoneNumber() {
    List<AgentTool> tools =
        tools(all -> all.sharedLimits(SpendLimit.total("10.00")).approvalAbove("0.50"));
    Person ann = new Person("ann");
    ann.answer(false);
    try (LogLines log = new LogLines()) {
      world.join(ann.startOrder(tools, "312-555-0142"));
      assertThat(log.infos()).singleElement().asString().doesNotContain("555");
    }
  }

  /** A late approval does not send a cancelled call. */
  @Test
  void outcomeOfACancelledCallHasNoAnswer() {
    List<ApprovalOutcome> outcomes = new ArrayList<>();
    List<AgentTool> tools =
        tools(
            all ->
                all.sharedLimits(SpendLimit.total("10.00"))
                    .approvalAbove("0.50")
                    .approvalListener(outcomes::add));
    Person ann = new Person("ann").alwaysAnswer(true);
    ToolCallContext cancelled =
        ToolCallContext.anonymous().withCancellation(() -> !ann.questions.isEmpty());

    world.join(ann.startCallAs(cancelled, tools, "create_load", load("ORDER-1")));

    assertThat(outcomes).extracting(ApprovalOutcome::approved).containsExactly((Boolean) null);
    assertThat(broker.debits()).isEmpty();
  }

  // --- the price ---

  @Test
  void approvalDoesNotCoverAHigherPrice() {
    List<AgentTool> tools = toolsUpTo("10.00");
    Person ann = new Person("ann");
    Caller<ToolResult> first = ann.startOrder(tools, "ORDER-1");
    world.settle();
    service.price("load_create", "0.80");
    world.advance(Duration.ofMinutes(6));
    Caller<ToolResult> second = ann.startOrder(tools, "ORDER-2");
    world.settle();
    ann.answer(true);

    ToolResult dearer = world.join(first);

    assertThat(dearer.error().code()).isEqualTo("PRICE_CHANGED");
    assertThat(dearer.error().message())
        .isEqualTo(
            "Not sent: the price has just changed to 0.80 USD. Nothing was charged. A person"
                + " approved 0.65 USD. Repeat the call with the same arguments if the new price is"
                + " acceptable.");
    world.waitUntil(() -> ann.questions.size() == 2);
    ann.answer(true);
    assertThat(Json.at(world.join(second), "chargedUsd")).isEqualTo("0.80");
    assertThat(ann.questions)
        .extracting(question -> question.priceUsd().toPlainString())
        .containsExactly("0.65", "0.80");
  }

  @Test
  void priceThatFallsDuringTheQuestionIsPaid() {
    List<AgentTool> tools = toolsUpTo("10.00");
    Person ann = new Person("ann");
    Caller<ToolResult> order = ann.startOrder(tools, "ORDER-1");
    world.settle();
    service.price("load_create", "0.60");
    world.advance(Duration.ofMinutes(6));
    ann.answer(true);

    assertThat(Json.at(world.join(order), "chargedUsd")).isEqualTo("0.60");
  }

  @Test
  void callAboveTheMaxPriceOfTheClientIsRefusedWithoutAQuestion() {
    List<AgentTool> tools =
        tools(
            client("0.64"),
            all -> all.sharedLimits(SpendLimit.total("10.00")).approvalAbove("0.50"));
    Person ann = new Person("ann").alwaysAnswer(true);

    ToolResult refused = world.join(ann.startOrder(tools, "ORDER-1"));

    assertThat(refused.error().code()).isEqualTo("PRICE_TOO_HIGH");
    assertThat(refused.error().details()).containsEntry("limitUsd", "0.64");
    assertThat(ann.questions).isEmpty();
    assertThat(sent(Operation.CREATE_LOAD)).isZero();
  }

  @Test
  void callWithoutApprovalKeepsTheMaxPriceOfTheClient() {
    List<AgentTool> tools =
        tools(
            client("0.64"),
            all -> all.sharedLimits(SpendLimit.total("10.00")).approvalAbove("5.00"));

    ToolResult refused = world.join(new Person("ann").startOrder(tools, "ORDER-1"));

    assertThat(refused.error().code()).isEqualTo("PRICE_TOO_HIGH");
    assertThat(sent(Operation.CREATE_LOAD)).isZero();
  }

  // --- likely duplicates and lost responses ---

  @Test
  void secondOfTwoConcurrentSimilarOrdersNeedsApproval() {
    List<AgentTool> tools =
        tools(all -> all.sharedLimits(SpendLimit.total("10.00")).approvalAbove("5.00"));
    Person ann = new Person("ann");
    Caller<ToolResult> first = ann.startOrder(tools, "A-1");
    String alike = load("A-1").replace("A-1", "B-2");
    Caller<ToolResult> second = ann.startCall(tools, "create_load", alike);
    world.waitUntil(() -> !ann.questions.isEmpty());
    ann.answer(false);

    List<ToolResult> results = awaitAll(List.of(first, second));

    assertThat(ann.questions).hasSize(1);
    assertThat(ann.questions.get(0).summary()).contains("\"B-2\", which looks like order \"A-1\"");
    requireLoads(1, results);
  }

  @Test
  void refusedOrderIsNotALikelyDuplicate() {
    List<AgentTool> tools =
        tools(all -> all.sharedLimits(SpendLimit.total("10.00")).approvalAbove("5.00"));
    Person ann = new Person("ann");
    try (var outage = service.faults().billingOutage()) {
      assertThat(outage).isNotNull();
      assertThat(world.join(ann.startOrder(tools, "A-1")).failed()).isTrue();
    }

    world.join(ann.startCall(tools, "create_load", load("A-1").replace("A-1", "B-2")));

    assertThat(ann.questions).isEmpty();
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void orderWithALostResponseIsALikelyDuplicate() {
    List<AgentTool> tools =
        tools(all -> all.sharedLimits(SpendLimit.total("10.00")).approvalAbove("5.00"));
    Person ann = new Person("ann");
    service.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(world.join(ann.startOrder(tools, "A-1")).error().code())
        .isEqualTo("OUTCOME_UNKNOWN");
    ann.alwaysAnswer(false);

    ToolResult alike =
        world.join(ann.startCall(tools, "create_load", load("A-1").replace("A-1", "B-2")));

    assertThat(alike.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(ann.questions)
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.summary()).contains("\"B-2\", which looks like order \"A-1\":\n"));
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void lostOrderIsResentWithoutAnotherQuestionOrBudget() {
    List<AgentTool> tools = toolsUpTo("0.65");
    Person ann = new Person("ann").alwaysAnswer(true);
    service.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(world.join(ann.startOrder(tools, "ORDER-1")).error().code())
        .isEqualTo("OUTCOME_UNKNOWN");
    requireLimit(world.join(ann.startOrder(tools, "ORDER-2")));

    ToolResult found = world.join(ann.startOrder(tools, "ORDER-1"));

    assertThat(found.failed()).as(found.json()).isFalse();
    assertThat(ann.questions).hasSize(1);
    assertThat(broker.debits()).hasSize(1);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.65");
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  @Test
  void changedLostOrderNeedsAnotherApproval() {
    List<AgentTool> tools = toolsUpTo("10.00");
    Person ann = new Person("ann").alwaysAnswer(true);
    loseResponse(tools, ann, "ORDER-1");
    ann.alwaysAnswer(false);

    String changed = load("ORDER-1", "7 Oak St");
    ToolResult refused = world.join(ann.startCall(tools, "create_load", changed));

    assertThat(refused.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(ann.questions).hasSize(2);
    assertThat(sent(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  @Test
  void denialRevokesTheApprovalOfALostOrder() {
    List<AgentTool> tools = toolsUpTo("10.00");
    Person ann = new Person("ann").alwaysAnswer(true);
    loseResponse(tools, ann, "ORDER-1");
    setPrice("0.80");
    ann.alwaysAnswer(false);
    assertThat(world.join(ann.startOrder(tools, "ORDER-1")).error().code())
        .isEqualTo("APPROVAL_DENIED");
    setPrice("0.65");

    ToolResult refused = world.join(ann.startOrder(tools, "ORDER-1"));

    assertThat(refused.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(ann.questions).hasSize(3);
    assertThat(sent(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  private ToolResult loseResponse(List<AgentTool> tools, Person person, String customerRef) {
    service.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    ToolResult lost = world.join(person.startOrder(tools, customerRef));
    assertThat(lost.error().code()).isEqualTo("OUTCOME_UNKNOWN");
    return lost;
  }

  private void setPrice(String usd) {
    service.price("load_create", usd);
    world.advance(Duration.ofMinutes(6));
  }

  @Test
  void lostOrderAboveTheRemainingBudgetIsRefusedWithoutAQuestion() {
    List<AgentTool> tools = toolsUpTo("1.00");
    Person ann = new Person("ann").alwaysAnswer(true);
    loseResponse(tools, ann, "ORDER-1");
    setPrice("1.95");

    ToolResult refused = world.join(ann.startOrder(tools, "ORDER-1"));

    requireLimit(refused);
    assertThat(refused.error().message()).contains("0.35 USD of your limit of 1.00 USD are left");
    assertThat(ann.questions).as("about the first one").hasSize(1);
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void lostOrderAtAHigherPriceWithinTheLimitNeedsAnotherApproval() {
    List<AgentTool> tools = toolsUpTo("1.00");
    Person ann = new Person("ann").alwaysAnswer(true);
    loseResponse(tools, ann, "ORDER-1");
    setPrice("1.00");

    ToolResult found = world.join(ann.startOrder(tools, "ORDER-1"));

    assertThat(found.failed()).as(found.json()).isFalse();
    assertThat(ann.questions).hasSize(2);
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void lostOrderNeedsBudgetAgainAfterItsPeriod() {
    List<AgentTool> tools =
        tools(
            all ->
                all.sharedLimits(SpendLimit.perDay("20"), SpendLimit.perHour("1.00"))
                    .approvalAbove("0.50"));
    Person ann = new Person("ann").alwaysAnswer(true);
    loseResponse(tools, ann, "ORDER-1");
    world.advance(Duration.ofMinutes(70));
    assertThat(world.join(ann.startOrder(tools, "ORDER-2")).failed()).isFalse();

    ToolResult refused = world.join(ann.startOrder(tools, "ORDER-1"));

    requireLimit(refused);
    assertThat(refused.error().message())
        .startsWith("Not sent: the call costs 0.65 USD and 0.35 USD of your limit of 1.00 USD");
    assertThat(refused.error().retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
    assertThat(ann.questions).hasSize(2);
    assertThat(broker.debits()).hasSize(2);
  }

  // --- calls that cost nothing ---

  /** Creates a load with the same ledger, without the tools. */
  private CreateLoadOutcome createInAnotherProgram(String customerRef) {
    CreateLoadInput input;
    try {
      input = FreightJson.read(CreateLoadInput.class, new Buffer().writeUtf8(load(customerRef)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return world.join(world.start(() -> client.createLoad(input)));
  }

  private void requireExisting(ToolResult results, CreateLoadOutcome bought) {
    assertThat(results.failed()).as(results.json()).isFalse();
    assertThat(Json.object(results.json()))
        .containsEntry("loadNumber", bought.loadNumber())
        .containsEntry("created", false)
        .containsEntry("chargedUsd", "0.00");
    assertThat(results.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void queuedOrderBoughtByAnotherProgramIsReturnedFromTheLedger() {
    List<AgentTool> tools = toolsUpTo(BUDGET_FOR_FOUR);
    Person ann = new Person("ann");
    Caller<ToolResult> first = ann.startOrder(tools, "ORDER-1");
    Caller<ToolResult> second = ann.startOrder(tools, "ORDER-2");
    world.settle();
    assertThat(ann.questions).as("the second waits for its turn").hasSize(1);
    CreateLoadOutcome bought = createInAnotherProgram("ORDER-2");
    ann.alwaysAnswer(false);

    List<ToolResult> results = awaitAll(List.of(first, second));

    assertThat(results.get(0).error().code()).isEqualTo("APPROVAL_DENIED");
    requireExisting(results.get(1), bought);
    assertThat(ann.questions).hasSize(1);
    assertThat(sent(Operation.CREATE_LOAD)).isEqualTo(1);
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void cachedPositionNeedsNeitherApprovalNorBudget() {
    String loadNumber = Json.at(createdLoad("ORDER-0"), "loadNumber").toString();
    List<AgentTool> tools =
        tools(all -> all.sharedLimits(SpendLimit.total("0.67")).approvalAbove("0.01"));
    Person ann = new Person("ann").alwaysAnswer(true);

    ToolResult first = world.join(ann.startRead(tools, loadNumber));
    ann.alwaysAnswer(false);
    world.advance(Duration.ofSeconds(30));
    ToolResult again = world.join(ann.startRead(tools, loadNumber));
    world.advance(Duration.ofSeconds(29));
    ToolResult third =
        world.join(
            world.start(
                () ->
                    FreightTools.call(
                        tools,
                        "get_load_position",
                        "{\"loadNumber\":\"" + loadNumber + "\"}",
                        ToolCallContext.anonymous())));

    assertThat(Json.at(first, "chargedUsd")).isEqualTo("0.02");
    for (ToolResult free : List.of(again, third)) {
      assertThat(free.failed()).as(free.json()).isFalse();
      assertThat(free.charge()).isEqualTo(Charge.NONE);
      assertThat(Json.at(free, "readAt")).isEqualTo(Json.at(first, "readAt"));
    }
    assertThat(ann.questions).hasSize(1);
    assertThat(sent(Operation.GET_LOAD_POSITION)).isEqualTo(1);
  }

  @Test
  void cachedPositionDoesNotWaitForAnOpenQuestion() {
    String loadNumber = Json.at(createdLoad("ORDER-0"), "loadNumber").toString();
    List<AgentTool> tools =
        tools(all -> all.sharedLimits(SpendLimit.total("10.00")).approvalAbove("0.01"));
    Person ann = new Person("ann");
    Caller<ToolResult> first = ann.startRead(tools, loadNumber);
    world.waitUntil(() -> !ann.questions.isEmpty());
    ann.answer(true);
    assertThat(Json.at(world.join(first), "chargedUsd")).isEqualTo("0.02");
    Caller<ToolResult> order = ann.startOrder(tools, "ORDER-1");
    world.waitUntil(() -> ann.questions.size() == 2);

    Caller<ToolResult> again = ann.startRead(tools, loadNumber);
    world.settle();

    assertThat(order).as("the person thinks").isNotDone();
    assertThat(again).isDone();
    assertThat(Json.at(world.join(again), "chargedUsd")).isEqualTo("0.00");
  }

  @Test
  void concurrentReadsOfAPositionNeedOneApproval() {
    String loadNumber = Json.at(createdLoad("ORDER-0"), "loadNumber").toString();
    List<AgentTool> tools =
        tools(all -> all.sharedLimits(SpendLimit.total("10.00")).approvalAbove("0.01"));
    Person ann = new Person("ann").alwaysAnswer(true);

    List<ToolResult> results =
        awaitAll(List.of(ann.startRead(tools, loadNumber), ann.startRead(tools, loadNumber)));

    assertThat(results).noneMatch(ToolResult::failed);
    assertThat(ann.questions).hasSize(1);
    assertThat(sent(Operation.GET_LOAD_POSITION)).isEqualTo(1);
  }

  @Test
  void concurrentCallsForOneOrderNeedOneApproval() {
    List<AgentTool> tools = toolsUpTo("0.65");
    List<Caller<ToolResult>> calls =
        people(6).stream().map(one -> one.alwaysAnswer(true).startOrder(tools, "ORDER-1")).toList();

    List<ToolResult> results = awaitAll(calls);

    assertThat(results).noneMatch(ToolResult::failed);
    assertThat(questions()).isEqualTo(1);
    requireLoads(1, results);
  }
}
