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

/** Who is asked, who waits and who is refused, when calls are made at the same time. */
class OrderOfACreationTest {
  private static final String ROOM_FOR_FOUR = "2.60";

  private final World world = new World();
  private final InMemoryFreightServer service = WorldServer.in(world);
  private final Broker broker = service.createBroker("100.00");
  private final SpendLedger ledger = SpendLedger.inMemory(world.clock());
  private final FreightClient client = client("1000");
  private final List<Person> people = new ArrayList<>();

  @AfterEach
  void close() {
    people.forEach(person -> person.answersAlways(false));
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

  private List<AgentTool> tools(UnaryOperator<FreightTools.Builder> setUp) {
    return tools(client, setUp);
  }

  private List<AgentTool> tools(FreightClient client, UnaryOperator<FreightTools.Builder> setUp) {
    FreightTools.Builder tools =
        FreightTools.builder(client, ledger).clock(world.clock()).time(world.environment().time());
    return setUp.apply(tools).build();
  }

  private List<AgentTool> toolsUpTo(String usd) {
    return tools(tools -> tools.limits(SpendLimit.total(usd)).approvalAbove("0.50"));
  }

  /** Answers when the test says so. */
  private final class Person implements Approver {
    final String name;
    final List<ApprovalRequest> asked = new ArrayList<>();
    private final List<Boolean> answers = new ArrayList<>();
    private Boolean always;

    Person(String name) {
      this.name = name;
      people.add(this);
    }

    @Override
    public boolean approve(ApprovalRequest question) {
      asked.add(question);
      int number = asked.size();
      world.waitUntil(() -> always != null || answers.size() >= number);
      return answers.size() >= number ? answers.get(number - 1) : always;
    }

    void answers(boolean yes) {
      answers.add(yes);
    }

    Person answersAlways(Boolean yes) {
      always = yes;
      return this;
    }

    /** A call of this person, which is running when this returns. */
    Caller<ToolResult> calls(List<AgentTool> tools, String tool, String arguments) {
      return callsAs(ToolCallContext.ofScope(name), tools, tool, arguments);
    }

    Caller<ToolResult> callsAs(
        ToolCallContext call, List<AgentTool> tools, String tool, String args) {
      return world.start(() -> FreightTools.call(tools, tool, args, call.withApprover(this)));
    }

    Caller<ToolResult> orders(List<AgentTool> tools, String customerRef) {
      return calls(tools, "create_load", load(customerRef));
    }

    Caller<ToolResult> reads(List<AgentTool> tools, String loadNumber) {
      return calls(tools, "get_load_position", "{\"loadNumber\":\"" + loadNumber + "\"}");
    }
  }

  private List<Person> people(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Person("person-" + i)).toList();
  }

  private List<ToolResult> ended(List<Caller<ToolResult>> calls) {
    return calls.stream().map(world::join).toList();
  }

  private int questions() {
    return people.stream().mapToInt(person -> person.asked.size()).sum();
  }

  private long sent(Operation operation) {
    return broker.requests().stream().filter(one -> one.operation() == operation).count();
  }

  private void requireLoads(int loads, List<ToolResult> told) {
    assertThat(broker.debits()).hasSize(loads);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(spent());
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(spent());
    assertThat(told)
        .filteredOn(one -> one.charge().kind() == Charge.Kind.CHARGED)
        .as("told that they were charged")
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

  // --- room, and the question ---

  @Test
  void ofTenOrdersOfOnePersonWithRoomForFourFourAreAskedAboutAndEachYesIsUsed() {
    List<AgentTool> tools = toolsUpTo(ROOM_FOR_FOUR);
    Person ann = new Person("ann");
    List<Caller<ToolResult>> calls =
        IntStream.range(0, 10).mapToObj(i -> ann.orders(tools, "ORDER-" + i)).toList();
    for (int asked = 1; asked <= 4; asked++) {
      int number = asked;
      world.waitUntil(() -> ann.asked.size() >= number);
      assertThat(ann.asked).as("one question at a time").hasSize(asked);
      ann.answers(true);
    }

    List<ToolResult> told = ended(calls);

    assertThat(ann.asked).hasSize(4);
    requireLoads(4, told);
    told.stream().filter(ToolResult::failed).forEach(OrderOfACreationTest::requireLimit);
  }

  @Test
  void ofTenPeopleWhoAreAskedAtOnceWithRoomForFourFourBuyAndSixAreToldWhyTheirYesWasNotUsed() {
    List<AgentTool> tools = toolsUpTo(ROOM_FOR_FOUR);
    List<Caller<ToolResult>> calls =
        people(10).stream().map(one -> one.orders(tools, "ORDER-" + one.name)).toList();
    world.settle();
    assertThat(questions()).isEqualTo(10);
    people.forEach(person -> person.answersAlways(true));

    List<ToolResult> told = ended(calls);

    requireLoads(4, told);
    assertThat(told)
        .filteredOn(ToolResult::failed)
        .allSatisfy(OrderOfACreationTest::requireLimit)
        .allSatisfy(
            one ->
                assertThat(one.error().message())
                    .startsWith("Not sent: it was approved, but the limit was used meanwhile;"));
  }

  @Test
  void aPersonWhoNeverAnswersStopsNobodyWhoFindsRoom() {
    List<AgentTool> tools = toolsUpTo("7.80");
    Person away = new Person("away");
    Caller<ToolResult> waiting = away.orders(tools, "ORDER-0");
    List<Caller<ToolResult>> others =
        people(11).stream()
            .map(one -> one.answersAlways(true).orders(tools, "ORDER-" + one.name))
            .toList();

    List<ToolResult> told = new ArrayList<>(ended(others));
    assertThat(told).noneMatch(ToolResult::failed);
    assertThat(world.now()).as("nobody has waited").isBefore(World.START.plusSeconds(1));
    assertThat(waiting).isNotDone();

    world.advance(Duration.ofHours(3));
    away.answers(true);
    told.add(world.join(waiting));
    requireLoads(12, told);
  }

  @Test
  void whoSendsAnOrderThatAnotherPersonIsAskedAboutWaitsUntilHisOwnDeadline() {
    List<AgentTool> tools = toolsUpTo(ROOM_FOR_FOUR);
    Person away = new Person("away");
    Person bob = new Person("bob").answersAlways(true);
    Caller<ToolResult> waiting = away.orders(tools, "ORDER-1");
    Caller<ToolResult> second = bob.orders(tools, "order 1");
    world.advance(Duration.ofSeconds(119));
    assertThat(second).isNotDone();
    world.advance(Duration.ofSeconds(1));

    ToolResult refused = world.join(second);

    assertThat(refused.error().code()).isEqualTo("BUSY");
    assertThat(refused.error().retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
    assertThat(refused.error().message())
        .startsWith("Not sent: another call for this customerRef has not ended")
        .contains("Nothing was charged.");
    assertThat(bob.asked).isEmpty();
    away.answers(true);
    ToolResult made = world.join(waiting);
    ToolResult known = world.join(bob.orders(tools, "order 1"));
    assertThat(Json.at(known, "loadNumber")).isEqualTo(Json.at(made, "loadNumber"));
    requireLoads(1, List.of(made, known));
  }

  @Test
  void aPersonWhoTakesLongKeepsOwnCallsWaitingForNoRoomInVain() {
    List<AgentTool> tools = toolsUpTo(ROOM_FOR_FOUR);
    Person ann = new Person("ann");
    List<Caller<ToolResult>> calls =
        IntStream.range(0, 5).mapToObj(i -> ann.orders(tools, "ORDER-" + i)).toList();
    for (int asked = 1; asked <= 4; asked++) {
      int number = asked;
      world.waitUntil(() -> ann.asked.size() >= number);
      world.advance(Duration.ofMinutes(10));
      ann.answers(true);
    }

    List<ToolResult> told = ended(calls);

    requireLoads(4, told);
    assertThat(told.get(4).error().message()).contains("0.00 USD of your limit of 2.60 USD");
  }

  @Test
  void anInterruptEndsTheWaitForATurn() {
    List<AgentTool> tools = toolsUpTo(ROOM_FOR_FOUR);
    Person ann = new Person("ann");
    ann.orders(tools, "ORDER-1");
    Caller<ToolResult> second = ann.orders(tools, "ORDER-2");
    world.settle();
    second.interrupt();
    world.advance(Duration.ofSeconds(1));

    assertThat(second).isDone();
    assertThat(world.join(second).error().code()).isEqualTo("CANCELLED");
    assertThat(ann.asked).hasSize(1);
  }

  private ToolResult ordered(String customerRef) {
    Person clerk = new Person("clerk").answersAlways(true);
    return world.join(clerk.orders(toolsUpTo(ROOM_FOR_FOUR), customerRef));
  }

  @Test
  void toolsThatWereBuiltApartAndTwoClientsOfOneLedgerShareTheRoom() {
    Broker other = service.createBroker("100.00");
    FreightClient ofOther = client.withAgentKey(other.agentKey(), ledger.guard());
    List<Caller<ToolResult>> calls = new ArrayList<>();
    for (Person one : people(10)) {
      FreightClient paying = calls.size() % 2 == 0 ? client : ofOther;
      List<AgentTool> own =
          tools(paying, all -> all.limits(SpendLimit.total(ROOM_FOR_FOUR)).approvalAbove("0.50"));
      calls.add(one.orders(own, "ORDER-" + one.name));
    }
    people.forEach(person -> person.answersAlways(true));
    ended(calls);

    assertThat(broker.debits().size() + other.debits().size()).isEqualTo(4);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(ROOM_FOR_FOUR);
  }

  // --- the price ---

  @Test
  void aYesIsNotUsedAtAHigherPriceAndTheNextQuestionHasThatPrice() {
    List<AgentTool> tools = toolsUpTo("10.00");
    Person ann = new Person("ann");
    Caller<ToolResult> first = ann.orders(tools, "ORDER-1");
    Caller<ToolResult> second = ann.orders(tools, "ORDER-2");
    world.settle();
    service.price("load_create", "0.80");
    world.advance(Duration.ofMinutes(6));
    ann.answers(true);

    ToolResult dearer = world.join(first);

    assertThat(dearer.error().code()).isEqualTo("PRICE_CHANGED");
    assertThat(dearer.error().message())
        .isEqualTo(
            "Not sent: the price has just changed to 0.80 USD. Nothing was charged. A person"
                + " approved 0.65 USD. Repeat the call with the same arguments if the new price is"
                + " acceptable.");
    world.waitUntil(() -> ann.asked.size() == 2);
    ann.answers(true);
    assertThat(Json.at(world.join(second), "chargedUsd")).isEqualTo("0.80");
    assertThat(ann.asked)
        .extracting(question -> question.priceUsd().toPlainString())
        .containsExactly("0.65", "0.80");
  }

  @Test
  void aPriceThatFallsWhileAPersonThinksIsWhatIsPaid() {
    List<AgentTool> tools = toolsUpTo("10.00");
    Person ann = new Person("ann");
    Caller<ToolResult> order = ann.orders(tools, "ORDER-1");
    world.settle();
    service.price("load_create", "0.60");
    world.advance(Duration.ofMinutes(6));
    ann.answers(true);

    assertThat(Json.at(world.join(order), "chargedUsd")).isEqualTo("0.60");
  }

  @Test
  void nobodyIsAskedAboutACallThatCostsMoreThanAnyCallOfTheClientMay() {
    List<AgentTool> tools =
        tools(client("0.64"), all -> all.limits(SpendLimit.total("10.00")).approvalAbove("0.50"));
    Person ann = new Person("ann").answersAlways(true);

    ToolResult refused = world.join(ann.orders(tools, "ORDER-1"));

    assertThat(refused.error().code()).isEqualTo("PRICE_TOO_HIGH");
    assertThat(refused.error().details()).containsEntry("limitUsd", "0.64");
    assertThat(ann.asked).isEmpty();
    assertThat(sent(Operation.CREATE_LOAD)).isZero();
  }

  @Test
  void aPriceBelowWhatNeedsNoApprovalIsNotPaidAboveTheClientsOwnLimit() {
    List<AgentTool> tools =
        tools(client("0.64"), all -> all.limits(SpendLimit.total("10.00")).approvalAbove("5.00"));

    ToolResult refused = world.join(new Person("ann").orders(tools, "ORDER-1"));

    assertThat(refused.error().code()).isEqualTo("PRICE_TOO_HIGH");
    assertThat(sent(Operation.CREATE_LOAD)).isZero();
  }

  // --- what looks alike, and what was lost ---

  @Test
  void ofTwoOrdersAtOnceThatLookAlikeOneIsAskedAbout() {
    List<AgentTool> tools =
        tools(all -> all.limits(SpendLimit.total("10.00")).approvalAbove("5.00"));
    Person ann = new Person("ann");
    Caller<ToolResult> first = ann.orders(tools, "A-1");
    String alike = load("A-1").replace("A-1", "B-2");
    Caller<ToolResult> second = ann.calls(tools, "create_load", alike);
    world.waitUntil(() -> !ann.asked.isEmpty());
    ann.answers(false);

    List<ToolResult> told = ended(List.of(first, second));

    assertThat(ann.asked).hasSize(1);
    assertThat(ann.asked.get(0).summary()).contains("\"B-2\", which looks like order \"A-1\"");
    requireLoads(1, told);
  }

  @Test
  void anOrderThatWasRefusedLooksLikeNoOther() {
    List<AgentTool> tools =
        tools(all -> all.limits(SpendLimit.total("10.00")).approvalAbove("5.00"));
    Person ann = new Person("ann");
    try (var outage = service.faults().billingOutage()) {
      assertThat(outage).isNotNull();
      assertThat(world.join(ann.orders(tools, "A-1")).failed()).isTrue();
    }

    world.join(ann.calls(tools, "create_load", load("A-1").replace("A-1", "B-2")));

    assertThat(ann.asked).isEmpty();
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void anOrderWhoseAnswerWasLostLooksLikeTheNextOneOfItsDriver() {
    List<AgentTool> tools =
        tools(all -> all.limits(SpendLimit.total("10.00")).approvalAbove("5.00"));
    Person ann = new Person("ann");
    service.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(world.join(ann.orders(tools, "A-1")).error().code()).isEqualTo("OUTCOME_UNKNOWN");
    ann.answersAlways(false);

    ToolResult alike =
        world.join(ann.calls(tools, "create_load", load("A-1").replace("A-1", "B-2")));

    assertThat(alike.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(ann.asked)
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.summary())
                    .contains("\"B-2\", which looks like order \"A-1\": from"));
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void lostOrderIsSentAgainWithoutAnotherQuestionOrRoom() {
    List<AgentTool> tools = toolsUpTo("0.65");
    Person ann = new Person("ann").answersAlways(true);
    service.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(world.join(ann.orders(tools, "ORDER-1")).error().code())
        .isEqualTo("OUTCOME_UNKNOWN");
    requireLimit(world.join(ann.orders(tools, "ORDER-2")));

    ToolResult found = world.join(ann.orders(tools, "ORDER-1"));

    assertThat(found.failed()).as(found.json()).isFalse();
    assertThat(ann.asked).hasSize(1);
    assertThat(broker.debits()).hasSize(1);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.65");
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  @Test
  void lostOrderThatChangedIsAskedAboutAgain() {
    List<AgentTool> tools = toolsUpTo("10.00");
    Person ann = new Person("ann").answersAlways(true);
    lost(tools, ann, "ORDER-1");
    ann.answersAlways(false);

    String changed = load("ORDER-1", "7 Oak St");
    ToolResult refused = world.join(ann.calls(tools, "create_load", changed));

    assertThat(refused.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(ann.asked).hasSize(2);
    assertThat(sent(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  @Test
  void noTakesTheYesOfALostOrderBack() {
    List<AgentTool> tools = toolsUpTo("10.00");
    Person ann = new Person("ann").answersAlways(true);
    lost(tools, ann, "ORDER-1");
    priceIs("0.80");
    ann.answersAlways(false);
    assertThat(world.join(ann.orders(tools, "ORDER-1")).error().code())
        .isEqualTo("APPROVAL_DENIED");
    priceIs("0.65");

    ToolResult refused = world.join(ann.orders(tools, "ORDER-1"));

    assertThat(refused.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(ann.asked).hasSize(3);
    assertThat(sent(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  private ToolResult lost(List<AgentTool> tools, Person person, String customerRef) {
    service.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    ToolResult lost = world.join(person.orders(tools, customerRef));
    assertThat(lost.error().code()).isEqualTo("OUTCOME_UNKNOWN");
    return lost;
  }

  private void priceIs(String usd) {
    service.price("load_create", usd);
    world.advance(Duration.ofMinutes(6));
  }

  @Test
  void aLostOrderWhosePriceRoseAboveWhatIsLeftIsRefusedWithoutAQuestion() {
    List<AgentTool> tools = toolsUpTo("1.00");
    Person ann = new Person("ann").answersAlways(true);
    lost(tools, ann, "ORDER-1");
    priceIs("1.95");

    ToolResult refused = world.join(ann.orders(tools, "ORDER-1"));

    requireLimit(refused);
    assertThat(refused.error().message()).contains("0.35 USD of your limit of 1.00 USD are left");
    assertThat(ann.asked).as("about the first one").hasSize(1);
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void aLostOrderWhosePriceRoseIsAskedAboutIfALimitHasRoomForTheDifference() {
    List<AgentTool> tools = toolsUpTo("1.00");
    Person ann = new Person("ann").answersAlways(true);
    lost(tools, ann, "ORDER-1");
    priceIs("1.00");

    ToolResult found = world.join(ann.orders(tools, "ORDER-1"));

    assertThat(found.failed()).as(found.json()).isFalse();
    assertThat(ann.asked).hasSize(2);
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void aLostOrderThatHasLeftTheWindowOfALimitNeedsRoomThereLikeAnyOther() {
    List<AgentTool> tools =
        tools(
            all ->
                all.limits(SpendLimit.perDay("20"), SpendLimit.perHour("1.00"))
                    .approvalAbove("0.50"));
    Person ann = new Person("ann").answersAlways(true);
    lost(tools, ann, "ORDER-1");
    world.advance(Duration.ofMinutes(70));
    assertThat(world.join(ann.orders(tools, "ORDER-2")).failed()).isFalse();

    ToolResult refused = world.join(ann.orders(tools, "ORDER-1"));

    requireLimit(refused);
    assertThat(refused.error().message())
        .startsWith("Not sent: the call costs 0.65 USD and 0.35 USD of your limit of 1.00 USD");
    assertThat(refused.error().retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
    assertThat(ann.asked).hasSize(2);
    assertThat(broker.debits()).hasSize(2);
  }

  // --- what costs nothing ---

  /** Buys an order without the tools of this process, with the same ledger. */
  private CreateLoadOutcome anotherProgramBuys(String customerRef) {
    CreateLoadInput input;
    try {
      input = FreightJson.read(CreateLoadInput.class, new Buffer().writeUtf8(load(customerRef)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return world.join(world.start(() -> client.createLoad(input)));
  }

  private void requireKnown(ToolResult told, CreateLoadOutcome bought) {
    assertThat(told.failed()).as(told.json()).isFalse();
    assertThat(Json.object(told.json()))
        .containsEntry("loadNumber", bought.loadNumber())
        .containsEntry("created", false)
        .containsEntry("chargedUsd", "0.00");
    assertThat(told.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void anOrderThatAnotherProgramBoughtDuringTheWaitForATurnIsAnsweredFromTheLedger() {
    List<AgentTool> tools = toolsUpTo(ROOM_FOR_FOUR);
    Person ann = new Person("ann");
    Caller<ToolResult> first = ann.orders(tools, "ORDER-1");
    Caller<ToolResult> second = ann.orders(tools, "ORDER-2");
    world.settle();
    assertThat(ann.asked).as("the second waits for its turn").hasSize(1);
    CreateLoadOutcome bought = anotherProgramBuys("ORDER-2");
    ann.answersAlways(false);

    List<ToolResult> told = ended(List.of(first, second));

    assertThat(told.get(0).error().code()).isEqualTo("APPROVAL_DENIED");
    requireKnown(told.get(1), bought);
    assertThat(ann.asked).hasSize(1);
    assertThat(sent(Operation.CREATE_LOAD)).isEqualTo(1);
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void aPositionThatWasJustReadIsNeitherAskedAboutNorRefused() {
    String loadNumber = Json.at(ordered("ORDER-0"), "loadNumber").toString();
    List<AgentTool> tools =
        tools(all -> all.limits(SpendLimit.total("0.67")).approvalAbove("0.01"));
    Person ann = new Person("ann").answersAlways(true);

    ToolResult first = world.join(ann.reads(tools, loadNumber));
    ann.answersAlways(false);
    world.advance(Duration.ofSeconds(30));
    ToolResult again = world.join(ann.reads(tools, loadNumber));
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
    assertThat(ann.asked).hasSize(1);
    assertThat(sent(Operation.GET_LOAD_POSITION)).isEqualTo(1);
  }

  @Test
  void aPositionThatWasJustReadDoesNotWaitForAnotherQuestionOfItsPerson() {
    String loadNumber = Json.at(ordered("ORDER-0"), "loadNumber").toString();
    List<AgentTool> tools =
        tools(all -> all.limits(SpendLimit.total("10.00")).approvalAbove("0.01"));
    Person ann = new Person("ann");
    Caller<ToolResult> first = ann.reads(tools, loadNumber);
    world.waitUntil(() -> !ann.asked.isEmpty());
    ann.answers(true);
    assertThat(Json.at(world.join(first), "chargedUsd")).isEqualTo("0.02");
    Caller<ToolResult> order = ann.orders(tools, "ORDER-1");
    world.waitUntil(() -> ann.asked.size() == 2);

    Caller<ToolResult> again = ann.reads(tools, loadNumber);
    world.settle();

    assertThat(order).as("the person thinks").isNotDone();
    assertThat(again).isDone();
    assertThat(Json.at(world.join(again), "chargedUsd")).isEqualTo("0.00");
  }

  @Test
  void onePositionOfTwoCallsAtOnceIsAskedAboutOnce() {
    String loadNumber = Json.at(ordered("ORDER-0"), "loadNumber").toString();
    List<AgentTool> tools =
        tools(all -> all.limits(SpendLimit.total("10.00")).approvalAbove("0.01"));
    Person ann = new Person("ann").answersAlways(true);

    List<ToolResult> told =
        ended(List.of(ann.reads(tools, loadNumber), ann.reads(tools, loadNumber)));

    assertThat(told).noneMatch(ToolResult::failed);
    assertThat(ann.asked).hasSize(1);
    assertThat(sent(Operation.GET_LOAD_POSITION)).isEqualTo(1);
  }

  @Test
  void oneOrderOfManyPeopleAtOnceIsAskedAboutOnce() {
    List<AgentTool> tools = toolsUpTo("0.65");
    List<Caller<ToolResult>> calls =
        people(6).stream().map(one -> one.answersAlways(true).orders(tools, "ORDER-1")).toList();

    List<ToolResult> told = ended(calls);

    assertThat(told).noneMatch(ToolResult::failed);
    assertThat(questions()).isEqualTo(1);
    requireLoads(1, told);
  }
}
