package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The costs of an agent that loops, rewrites its references, sends one order from several
 * conversations concurrently, loses responses and cancels a question. It spends nothing over its
 * limit, and each order is one load. {@link #converse} is called by several threads at once.
 */
public abstract class MisbehavingAgentContract extends CreateLoadContract {
  private static final int AGENTS = 6;
  private static final String LIMIT = "5.20";
  private static final Pattern ORDER = Pattern.compile("PO-([0-9]+)");

  @Test
  void aLoopPaysOnceForAnOrder() throws Exception {
    try (FreightClient client = client(RetryPolicy.none())) {
      List<Map<String, Object>> told =
          told(tools(client), caller(), Collections.nCopies(25, create("PO-1")));

      assertThat(loads(told)).hasSize(1);
      assertThat(told).filteredOn(one -> Boolean.TRUE.equals(one.get("created"))).hasSize(1);
    }
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void aReferenceInAnotherSpellingIsTheSameOrder() throws Exception {
    List<Step> script =
        Stream.of("PO-1", "po-1", "PO 1", "PO#1", " po_1 ", "PO: 1.")
            .map(MisbehavingAgentContract::spelled)
            .toList();
    try (FreightClient client = client(RetryPolicy.none())) {
      assertThat(loads(told(tools(client), caller(), script))).hasSize(1);
    }
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void oneOrderOfManyConversationsAtOnceIsOneLoad() throws Exception {
    try (FreightClient client = client(RetryPolicy.none())) {
      List<List<Map<String, Object>>> told =
          AgentFixture.inParallel(
              AGENTS,
              i -> quietly(tools(client), caller(), List.of(create("PO-1"), spelled("po 1"))));

      assertThat(loads(told.stream().flatMap(List::stream).toList())).hasSize(1);
    }
    assertThat(broker.debits()).hasSize(1);
  }

  /** One ledger for both; each has the same orders, and there is room for eight loads. */
  @Test
  void conversationsOfTwoBrokersOnOneLedgerKeepTheLimitAndBuyTheirOwnLoads() throws Exception {
    Broker other = service.createBroker("10.00");
    List<Broker> brokers = List.of(broker, other);
    List<List<Map<String, Object>>> told;
    try (FreightClient one = client(RetryPolicy.none());
        FreightClient two = one.withAgentKey(other.agentKey(), ledger.guard())) {
      List<FreightClient> clients = List.of(one, two);
      List<Step> script = IntStream.range(0, 12).mapToObj(i -> spelled("PO-" + i % 6)).toList();
      told =
          AgentFixture.inParallel(
              AGENTS, i -> quietly(tools(clients.get(i % 2)), caller(), script));
    }

    assertThat(broker.debits().size() + other.debits().size()).isEqualTo(8);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(LIMIT);
    for (int i = 0; i < told.size(); i++) {
      for (Object load : loads(told.get(i))) {
        assertThat(brokers.get(i % 2).debitsFor((String) load)).as("load %s", load).hasSize(1);
      }
    }
  }

  @Test
  void anAgentThatTriesAgainAfterEachLostAnswerPaysOnce() throws Exception {
    service.faults().times(Operation.CREATE_LOAD, 2, Fault.closeBeforeProcessing());
    service.faults().times(Operation.CREATE_LOAD, 3, Fault.closeAfterCommit());
    try (FreightClient client = client(RetryPolicy.none())) {
      List<Map<String, Object>> told =
          told(tools(client), caller(), Collections.nCopies(8, create("PO-1")));

      assertThat(told.get(0)).asString().contains("SAME_ARGUMENTS");
      assertThat(loads(told.subList(5, 8))).hasSize(1);
    }
    assertThat(broker.debits()).hasSize(1);
    assertThat(ledger.totals().spentUsd())
        .as("nothing is left unknown")
        .isEqualByComparingTo("0.65");
  }

  @Test
  void aQuestionThatIsTakenBackSendsNothing() throws Exception {
    AtomicBoolean isCancelled = new AtomicBoolean();
    ToolCallContext caller =
        ToolCallContext.ofScope("impatient")
            .withCancellation(isCancelled::get)
            .withApprover(
                question -> {
                  isCancelled.set(true);
                  return true;
                });
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> asking =
          FreightTools.builder(client, ledger)
              .limits(SpendLimit.perDay(LIMIT))
              .approvalAbove("0.50")
              .build();
      assertThat(told(asking, caller, List.of(create("PO-1"), create("PO-1"))))
          .allSatisfy(
              one -> assertThat(one).asString().contains("CANCELLED", "Nothing was charged"));
    }
    assertThat(broker.debits()).isEmpty();
    assertThat(service.journal().matching(one -> one.operation() == Operation.CREATE_LOAD))
        .isEmpty();
  }

  /** A person who sees what he is asked about. */
  private static final class Person implements Approver {
    private final List<ApprovalRequest> asked = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger yeses = new AtomicInteger();
    private final Runnable beforeTheAnswer;
    private final Predicate<String> approves;

    Person(Runnable beforeTheAnswer) {
      this(beforeTheAnswer, question -> true);
    }

    private Person(Runnable beforeTheAnswer, Predicate<String> approves) {
      this.beforeTheAnswer = beforeTheAnswer;
      this.approves = approves;
    }

    static Person ofEvenOrders() {
      return new Person(
          () -> {}, question -> ORDER.matcher(question).results().allMatch(Person::isEven));
    }

    static boolean isEven(MatchResult order) {
      return Integer.parseInt(order.group(1)) % 2 == 0;
    }

    @Override
    public boolean approve(ApprovalRequest question) {
      asked.add(question);
      beforeTheAnswer.run();
      boolean isYes = approves.test(question.summary());
      if (isYes) yeses.incrementAndGet();
      return isYes;
    }

    ToolCallContext call() {
      return call("ann");
    }

    ToolCallContext call(String name) {
      return ToolCallContext.ofScope(name).withApprover(this);
    }
  }

  private List<AgentTool> asking(FreightClient client, SpendLedger ledger, String limitUsd) {
    return FreightTools.builder(client, ledger)
        .limits(SpendLimit.perDay(limitUsd))
        .approvalAbove("0.50")
        .build();
  }

  private BigDecimal debited() {
    return broker.debits().stream()
        .map(debit -> debit.amountUsd())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  @Test
  void aPersonIsAskedOnlyForWhatThereIsRoomForAndEachYesIsUsed() throws Exception {
    Person ann = new Person(() -> {});
    List<List<Map<String, Object>>> told;
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> tools = asking(client, ledger, "2.60");
      told =
          AgentFixture.inParallel(10, i -> quietly(tools, ann.call(), List.of(create("PO-" + i))));
    }

    assertThat(ann.asked).hasSize(4);
    assertThat(loads(told.stream().flatMap(List::stream).toList())).hasSize(4);
    assertThat(debited()).isEqualByComparingTo("2.60");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("2.60");
  }

  @Test
  void aPriceThatRisesAfterTheQuestionIsAskedAboutAgain() throws Exception {
    MovableClock clock = new MovableClock();
    Person ann =
        new Person(
            () -> {
              service.price("load_create", "0.80");
              clock.advance(Duration.ofMinutes(6));
            });
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey(broker.agentKey())
            .spendGuard(ledger.guard())
            .clock(clock)
            .build()) {
      List<Map<String, Object>> told =
          told(
              asking(client, ledger, LIMIT),
              ann.call(),
              List.of(create("PO-1"), create("PO-1"), create("PO-1")));

      assertThat(told.get(0)).asString().contains("PRICE_CHANGED", "A person approved 0.65 USD");
      assertThat(told.get(1)).containsEntry("chargedUsd", "0.80");
      assertThat(told.get(2)).containsEntry("chargedUsd", "0.00");
    }
    assertThat(ann.asked)
        .extracting(question -> question.priceUsd().toPlainString())
        .containsExactly("0.65", "0.80");
    assertThat(debited()).isEqualByComparingTo("0.80");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.80");
  }

  @Test
  void answersThatAreLostAfterAYesCostOneLoadWithoutRoomForAnother() throws Exception {
    service.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    service.faults().times(Operation.CREATE_LOAD, 2, Fault.closeAfterCommit());
    Person ann = new Person(() -> {});
    try (FreightClient client = client(RetryPolicy.none())) {
      List<Step> script =
          List.of(create("PO-1"), create("PO-2"), create("PO-1"), create("PO-1"), create("PO-1"));

      List<Map<String, Object>> told = told(asking(client, ledger, "0.65"), ann.call(), script);

      assertThat(told.get(1)).asString().contains("SPEND_LIMIT");
      assertThat(loads(told)).hasSize(1);
    }
    assertThat(ann.asked).hasSize(1);
    assertThat(debited()).isEqualByComparingTo("0.65");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.65");
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  /**
   * Each order is sent by both, and there is room for four of six. While both send one, it takes
   * its room twice, so another may be refused; it is bought when it is sent again.
   */
  @Test
  void peopleAtTwoProgramsOnOneFileSpendNoMoreThanItsLimit(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("agents.ledger");
    try (SpendLedger one = SpendLedger.open(file);
        SpendLedger two = SpendLedger.open(file);
        FreightClient ofOne = client(one);
        FreightClient ofTwo = client(two)) {
      List<AgentTool> toolsOfOne = asking(ofOne, one, "2.60");
      List<AgentTool> toolsOfTwo = asking(ofTwo, two, "2.60");
      Person ann = new Person(() -> {});
      Person bob = new Person(() -> {});
      AgentFixture.inParallel(
          12,
          i ->
              quietly(
                  i % 2 == 0 ? toolsOfOne : toolsOfTwo,
                  i % 2 == 0 ? ann.call() : bob.call(),
                  List.of(create("PO-" + i / 2))));

      BigDecimal debited = debited();
      assertThat(debited).isLessThanOrEqualTo(new BigDecimal("2.60"));
      assertThat(two.totals().spentUsd()).isEqualByComparingTo(debited);

      List<Step> again = IntStream.range(0, 6).mapToObj(i -> create("PO-" + i)).toList();
      assertThat(loads(told(toolsOfOne, ann.call(), again))).hasSize(4);
      for (SpendLedger ledger : List.of(one, two)) {
        assertThat(ledger.totals().spentUsd()).isEqualByComparingTo("2.60");
        assertThat(ledger.totals().unknownUsd()).isZero();
      }
    }
    assertThat(debited()).isEqualByComparingTo("2.60");
    assertThat(service.loads(100)).hasSize(4);
  }

  private FreightClient client(SpendLedger ledger) {
    return FreightClient.builder()
        .baseUrl(service.baseUrl())
        .agentKey(broker.agentKey())
        .spendGuard(ledger.guard())
        .build();
  }

  /** All of it at once, with a limit for fewer orders than there are. */
  @Test
  void nothingIsSpentOverTheLimitAndEachOrderIsOneLoad() throws Exception {
    long seed = Long.getLong("freight.seed", 74);
    for (Fault fault : faults(new Random(seed)))
      service.faults().next(Operation.CREATE_LOAD, fault);
    List<List<Map<String, Object>>> told;
    try (FreightClient client = client(RetryPolicy.none())) {
      told =
          AgentFixture.inParallel(
              AGENTS, i -> quietly(tools(client), caller(), script(new Random(seed + i))));
    }
    BigDecimal paid =
        broker.debits().stream()
            .map(debit -> debit.amountUsd())
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    assertThat(paid).as("seed %d", seed).isLessThanOrEqualTo(new BigDecimal(LIMIT));
    assertThat(ledger.totals().chargedUsd()).isLessThanOrEqualTo(paid);
    assertThat(ledger.totals().spentUsd()).isBetween(paid, new BigDecimal(LIMIT));
    long creations =
        broker.debits().stream().filter(debit -> debit.amountUsd().doubleValue() > 0.1).count();
    assertThat(service.loads(100)).as("seed %d", seed).hasSize((int) creations);
    assertThat(loads(told.stream().flatMap(List::stream).toList()).size())
        .as("loads that models know, of twelve orders, seed %d", seed)
        .isBetween(1, (int) creations);
  }

  /**
   * Twelve people's assistants, each with two turns at once, send ten orders in many spellings;
   * answers are lost, and there is room for four orders. Nobody approves an odd one.
   */
  @Test
  void ofTwelveConversationsNothingIsBoughtThatNobodyApprovedAndTheLimitHolds() throws Exception {
    long seed = Long.getLong("freight.seed", 89);
    service.faults().times(Operation.CREATE_LOAD, 4, Fault.closeAfterCommit());
    service.faults().times(Operation.CREATE_LOAD, 3, Fault.status(500));
    List<Person> people = IntStream.range(0, 12).mapToObj(i -> Person.ofEvenOrders()).toList();
    List<Map<String, Object>> told = new ArrayList<>();
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> tools = asking(client, ledger, "2.60");
      AgentFixture.inParallel(
              24,
              i ->
                  quietly(
                      tools,
                      people.get(i / 2).call("person-" + i / 2),
                      script(new Random(seed + i)).subList(0, 10)))
          .forEach(told::addAll);
      int yeses = people.stream().mapToInt(person -> person.yeses.get()).sum();
      assertThat(service.journal().matching(one -> one.operation() == Operation.CREATE_LOAD))
          .extracting(RecordedRequest::idempotencyKey)
          .doesNotContainNull()
          .satisfies(
              keys ->
                  assertThat(Set.copyOf(keys))
                      .as("only what was approved was sent; seed %d", seed)
                      .hasSizeLessThanOrEqualTo(yeses));

      ToolCallContext patient = people.get(0).call("person-0");
      for (int i = 0; i < 12; i++) {
        // At most seven answers are lost.
        told.addAll(told(tools, patient, Collections.nCopies(8, create("PO-" + i))));
      }
    }

    assertThat(debited()).as("seed %d", seed).isEqualByComparingTo("2.60");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("2.60");
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(loads(told)).hasSize(4);
    assertThat(service.loads(100)).hasSize(4);
    assertThat(ledger.entries(SpendFilter.all()))
        .extracting(entry -> String.valueOf(entry.customerRef()))
        .allMatch(order -> ORDER.matcher(order).results().allMatch(Person::isEven));
  }

  @Test
  void aPriceThatRisesWhileTwelvePeopleAreAskedIsNotPaidUntilTheyApproveIt() throws Exception {
    MovableClock clock = new MovableClock();
    CyclicBarrier allAreAsked =
        new CyclicBarrier(
            12,
            () -> {
              service.price("load_create", "0.80");
              clock.advance(Duration.ofMinutes(6));
            });
    AtomicBoolean hasRisen = new AtomicBoolean();
    Person anybody = new Person(() -> awaitUnless(hasRisen, allAreAsked));
    List<Map<String, Object>> told = new ArrayList<>();
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey(broker.agentKey())
            .spendGuard(ledger.guard())
            .clock(clock)
            .build()) {
      List<AgentTool> tools = asking(client, ledger, "9.60");
      IntFunction<List<Map<String, Object>>> conversation =
          i -> quietly(tools, anybody.call("person-" + i), List.of(create("PO-" + i)));
      assertThat(AgentFixture.inParallel(12, conversation))
          .allSatisfy(
              one ->
                  assertThat(one.get(0).toString())
                      .contains("PRICE_CHANGED", "A person approved 0.65 USD"));
      assertThat(debited()).isZero();

      hasRisen.set(true);
      AgentFixture.inParallel(12, conversation).forEach(told::addAll);
    }

    assertThat(told).allSatisfy(one -> assertThat(one).containsEntry("chargedUsd", "0.80"));
    assertThat(loads(told)).hasSize(12);
    assertThat(anybody.asked).hasSize(24);
    assertThat(debited()).isEqualByComparingTo("9.60");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("9.60");
  }

  private static void awaitUnless(AtomicBoolean isOver, CyclicBarrier all) {
    try {
      if (!isOver.get()) all.await(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Fault> faults(Random random) {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      faults.add(
          switch (random.nextInt(4)) {
            case 0 -> Fault.closeBeforeProcessing();
            case 1 -> Fault.status(500);
            case 2 -> Fault.truncateBody();
            default -> Fault.closeAfterCommit();
          });
    }
    return faults;
  }

  private static List<Step> script(Random random) {
    List<Step> script = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      int order = random.nextInt(12);
      script.add(
          switch (random.nextInt(6)) {
            case 0 -> new Step("get_budget", "{}");
            case 1 -> new Step("list_loads", "");
            case 2 -> spelled("po " + order);
            default -> spelled("PO-" + order);
          });
    }
    return script;
  }

  /** The same driver for the same order, however it is written. */
  private static Step spelled(String customerRef) {
    String order = customerRef.replaceAll("[^0-9]", "");
    Step step = create("PO-" + order);
    return new Step(step.tool(), step.arguments().replace("\"PO-" + order, '"' + customerRef));
  }

  private List<AgentTool> tools(FreightClient client) {
    return FreightTools.of(client, ledger, SpendLimit.perDay(LIMIT));
  }

  private static ToolCallContext caller() {
    return ToolCallContext.ofScope("agent-" + Thread.currentThread().getId());
  }

  private List<Map<String, Object>> quietly(
      List<AgentTool> tools, ToolCallContext caller, List<Step> script) {
    try {
      return told(tools, caller, script);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Map<String, Object>> told(
      List<AgentTool> tools, ToolCallContext caller, List<Step> script) throws Exception {
    List<Map<String, Object>> told = new ArrayList<>();
    for (String json : converse(tools, caller, script)) told.add(Json.object(json));
    assertThat(told).as("an answer to each call").hasSize(script.size());
    return told;
  }

  private static Set<Object> loads(List<Map<String, Object>> told) {
    return told.stream()
        .map(one -> one.get("loadNumber"))
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }
}
