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
 * conversations concurrently, loses responses and cancels a question. It never exceeds its limit,
 * and each order is one load. Several threads call {@link #converse} concurrently.
 */
public abstract class MisbehavingAgentContract extends CreateLoadContract {
  private static final int AGENTS = 6;
  private static final String LIMIT = "5.20";
  private static final Pattern ORDER = Pattern.compile("PO-([0-9]+)");

  @Test
  void loopPaysOnceForAnOrder() throws Exception {
    try (FreightClient client = client(RetryPolicy.none())) {
      List<Map<String, Object>> toolResults =
          toolResults(tools(client), caller(), Collections.nCopies(25, create("PO-1")));

      assertThat(loads(toolResults)).hasSize(1);
      assertThat(toolResults).filteredOn(one -> Boolean.TRUE.equals(one.get("created"))).hasSize(1);
    }
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void referenceInAnotherSpellingIsTheSameOrder() throws Exception {
    List<Step> script =
        Stream.of("PO-1", "po-1", "PO 1", "PO#1", " po_1 ", "PO: 1.")
            .map(MisbehavingAgentContract::createWithSpelling)
            .toList();
    try (FreightClient client = client(RetryPolicy.none())) {
      assertThat(loads(toolResults(tools(client), caller(), script))).hasSize(1);
    }
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void concurrentConversationsWithOneOrderCreateOneLoad() throws Exception {
    try (FreightClient client = client(RetryPolicy.none())) {
      List<List<Map<String, Object>>> toolResults =
          AgentFixture.inParallel(
              AGENTS,
              i ->
                  converseUnchecked(
                      tools(client),
                      caller(),
                      List.of(create("PO-1"), createWithSpelling("po 1"))));

      assertThat(loads(toolResults.stream().flatMap(List::stream).toList())).hasSize(1);
    }
    assertThat(broker.debits()).hasSize(1);
  }

  /** Both brokers use one ledger and have the same orders. The limit covers eight loads. */
  @Test
  void conversationsOfTwoBrokersShareALimitAndBuyTheirOwnLoads() throws Exception {
    Broker other = service.createBroker("10.00");
    List<Broker> brokers = List.of(broker, other);
    List<List<Map<String, Object>>> toolResults;
    try (FreightClient one = client(RetryPolicy.none());
        FreightClient two = one.withAgentKey(other.agentKey(), ledger.guard())) {
      List<FreightClient> clients = List.of(one, two);
      List<Step> script =
          IntStream.range(0, 12).mapToObj(i -> createWithSpelling("PO-" + i % 6)).toList();
      toolResults =
          AgentFixture.inParallel(
              AGENTS, i -> converseUnchecked(tools(clients.get(i % 2)), caller(), script));
    }

    assertThat(broker.debits().size() + other.debits().size()).isEqualTo(8);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(LIMIT);
    for (int i = 0; i < toolResults.size(); i++) {
      for (Object load : loads(toolResults.get(i))) {
        assertThat(brokers.get(i % 2).debitsFor((String) load)).as("load %s", load).hasSize(1);
      }
    }
  }

  @Test
  void agentThatRetriesEachLostResponsePaysOnce() throws Exception {
    service.faults().times(Operation.CREATE_LOAD, 2, Fault.closeBeforeProcessing());
    service.faults().times(Operation.CREATE_LOAD, 3, Fault.closeAfterCommit());
    try (FreightClient client = client(RetryPolicy.none())) {
      List<Map<String, Object>> toolResults =
          toolResults(tools(client), caller(), Collections.nCopies(8, create("PO-1")));

      assertThat(toolResults.get(0)).asString().contains("SAME_ARGUMENTS");
      assertThat(loads(toolResults.subList(5, 8))).hasSize(1);
    }
    assertThat(broker.debits()).hasSize(1);
    assertThat(ledger.totals().spentUsd())
        .as("nothing is left unknown")
        .isEqualByComparingTo("0.65");
  }

  @Test
  void callCancelledDuringItsQuestionIsNotSent() throws Exception {
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
              .sharedLimits(SpendLimit.perDay(LIMIT))
              .approvalAbove("0.50")
              .build();
      assertThat(toolResults(asking, caller, List.of(create("PO-1"), create("PO-1"))))
          .allSatisfy(
              one -> assertThat(one).asString().contains("CANCELLED", "Nothing was charged"));
    }
    assertThat(broker.debits()).isEmpty();
    assertThat(service.journal().matching(one -> one.operation() == Operation.CREATE_LOAD))
        .isEmpty();
  }

  /** An approver that records its questions. */
  private static final class Person implements Approver {
    private final List<ApprovalRequest> questions = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger approvals = new AtomicInteger();
    private final Runnable beforeAnswer;
    private final Predicate<String> approves;

    Person(Runnable beforeAnswer) {
      this(beforeAnswer, question -> true);
    }

    private Person(Runnable beforeAnswer, Predicate<String> approves) {
      this.beforeAnswer = beforeAnswer;
      this.approves = approves;
    }

    static Person approvingEvenOrders() {
      return new Person(
          () -> {}, question -> ORDER.matcher(question).results().allMatch(Person::isEven));
    }

    static boolean isEven(MatchResult order) {
      return Integer.parseInt(order.group(1)) % 2 == 0;
    }

    @Override
    public boolean approve(ApprovalRequest question) {
      questions.add(question);
      beforeAnswer.run();
      boolean isApproved = approves.test(question.summary());
      if (isApproved) approvals.incrementAndGet();
      return isApproved;
    }

    ToolCallContext context() {
      return context("ann");
    }

    ToolCallContext context(String name) {
      return ToolCallContext.ofScope(name).withApprover(this);
    }
  }

  private List<AgentTool> askingTools(FreightClient client, SpendLedger ledger, String limitUsd) {
    return FreightTools.builder(client, ledger)
        .sharedLimits(SpendLimit.perDay(limitUsd))
        .approvalAbove("0.50")
        .build();
  }

  private BigDecimal debited() {
    return broker.debits().stream()
        .map(debit -> debit.amountUsd())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  @Test
  void personIsAskedOnlyAboutCallsThatTheLimitCovers() throws Exception {
    Person ann = new Person(() -> {});
    List<List<Map<String, Object>>> toolResults;
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> tools = askingTools(client, ledger, "2.60");
      toolResults =
          AgentFixture.inParallel(
              10, i -> converseUnchecked(tools, ann.context(), List.of(create("PO-" + i))));
    }

    assertThat(ann.questions).hasSize(4);
    assertThat(loads(toolResults.stream().flatMap(List::stream).toList())).hasSize(4);
    assertThat(debited()).isEqualByComparingTo("2.60");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("2.60");
  }

  @Test
  void priceIncreaseAfterTheQuestionNeedsAnotherApproval() throws Exception {
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
      List<Map<String, Object>> toolResults =
          toolResults(
              askingTools(client, ledger, LIMIT),
              ann.context(),
              List.of(create("PO-1"), create("PO-1"), create("PO-1")));

      assertThat(toolResults.get(0))
          .asString()
          .contains("PRICE_CHANGED", "A person approved 0.65 USD");
      assertThat(toolResults.get(1)).containsEntry("chargedUsd", "0.80");
      assertThat(toolResults.get(2)).containsEntry("chargedUsd", "0.00");
    }
    assertThat(ann.questions)
        .extracting(question -> question.priceUsd().toPlainString())
        .containsExactly("0.65", "0.80");
    assertThat(debited()).isEqualByComparingTo("0.80");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.80");
  }

  @Test
  void responsesLostAfterAnApprovalCostOneLoad() throws Exception {
    service.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    service.faults().times(Operation.CREATE_LOAD, 2, Fault.closeAfterCommit());
    Person ann = new Person(() -> {});
    try (FreightClient client = client(RetryPolicy.none())) {
      List<Step> script =
          List.of(create("PO-1"), create("PO-2"), create("PO-1"), create("PO-1"), create("PO-1"));

      List<Map<String, Object>> toolResults =
          toolResults(askingTools(client, ledger, "0.65"), ann.context(), script);

      assertThat(toolResults.get(1)).asString().contains("SPEND_LIMIT");
      assertThat(loads(toolResults)).hasSize(1);
    }
    assertThat(ann.questions).hasSize(1);
    assertThat(debited()).isEqualByComparingTo("0.65");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.65");
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  /**
   * Both programs send each order, and the limit covers four of six. While both send an order, it
   * is reserved twice, so another order may be refused. The refused order is bought when it is
   * resent.
   */
  @Test
  void twoProgramsWithOneLedgerFileKeepItsLimit(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("agents.ledger");
    try (SpendLedger one = SpendLedger.open(file);
        SpendLedger two = SpendLedger.open(file);
        FreightClient ofOne = client(one);
        FreightClient ofTwo = client(two)) {
      List<AgentTool> toolsOfOne = askingTools(ofOne, one, "2.60");
      List<AgentTool> toolsOfTwo = askingTools(ofTwo, two, "2.60");
      Person ann = new Person(() -> {});
      Person bob = new Person(() -> {});
      AgentFixture.inParallel(
          12,
          i ->
              converseUnchecked(
                  i % 2 == 0 ? toolsOfOne : toolsOfTwo,
                  i % 2 == 0 ? ann.context() : bob.context(),
                  List.of(create("PO-" + i / 2))));

      BigDecimal debited = debited();
      assertThat(debited).isLessThanOrEqualTo(new BigDecimal("2.60"));
      assertThat(two.totals().spentUsd()).isEqualByComparingTo(debited);

      List<Step> again = IntStream.range(0, 6).mapToObj(i -> create("PO-" + i)).toList();
      assertThat(loads(toolResults(toolsOfOne, ann.context(), again))).hasSize(4);
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

  /** Combines all of this, with a limit that does not cover all orders. */
  @Test
  void randomConversationsKeepTheLimitAndCreateOneLoadPerOrder() throws Exception {
    long seed = Long.getLong("freight.seed", 74);
    for (Fault fault : faults(new Random(seed)))
      service.faults().next(Operation.CREATE_LOAD, fault);
    List<List<Map<String, Object>>> toolResults;
    try (FreightClient client = client(RetryPolicy.none())) {
      toolResults =
          AgentFixture.inParallel(
              AGENTS,
              i -> converseUnchecked(tools(client), caller(), script(new Random(seed + i))));
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
    assertThat(loads(toolResults.stream().flatMap(List::stream).toList()).size())
        .as("loads that models know, of twelve orders, seed %d", seed)
        .isBetween(1, (int) creations);
  }

  /**
   * Twelve assistants, each with two concurrent turns, send ten orders in many spellings. Responses
   * are lost, and the limit covers four orders. Nobody approves an order with an odd number.
   */
  @Test
  void twelveConversationsBuyOnlyApprovedOrdersWithinTheLimit() throws Exception {
    long seed = Long.getLong("freight.seed", 89);
    service.faults().times(Operation.CREATE_LOAD, 4, Fault.closeAfterCommit());
    service.faults().times(Operation.CREATE_LOAD, 3, Fault.status(500));
    List<Person> people =
        IntStream.range(0, 12).mapToObj(i -> Person.approvingEvenOrders()).toList();
    List<Map<String, Object>> toolResults = new ArrayList<>();
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> tools = askingTools(client, ledger, "2.60");
      AgentFixture.inParallel(
              24,
              i ->
                  converseUnchecked(
                      tools,
                      people.get(i / 2).context("person-" + i / 2),
                      script(new Random(seed + i)).subList(0, 10)))
          .forEach(toolResults::addAll);
      int approvals = people.stream().mapToInt(person -> person.approvals.get()).sum();
      assertThat(service.journal().matching(one -> one.operation() == Operation.CREATE_LOAD))
          .extracting(RecordedRequest::idempotencyKey)
          .doesNotContainNull()
          .satisfies(
              keys ->
                  assertThat(Set.copyOf(keys))
                      .as("only what was approved was sent; seed %d", seed)
                      .hasSizeLessThanOrEqualTo(approvals));

      ToolCallContext patient = people.get(0).context("person-0");
      for (int i = 0; i < 12; i++) {
        // At most seven responses are lost.
        toolResults.addAll(toolResults(tools, patient, Collections.nCopies(8, create("PO-" + i))));
      }
    }

    assertThat(debited()).as("seed %d", seed).isEqualByComparingTo("2.60");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("2.60");
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(loads(toolResults)).hasSize(4);
    assertThat(service.loads(100)).hasSize(4);
    assertThat(ledger.entries(SpendFilter.all()))
        .extracting(entry -> String.valueOf(entry.customerRef()))
        .allMatch(order -> ORDER.matcher(order).results().allMatch(Person::isEven));
  }

  @Test
  void priceIncreaseDuringTwelveQuestionsNeedsAnotherApproval() throws Exception {
    MovableClock clock = new MovableClock();
    CyclicBarrier everyoneIsAsked =
        new CyclicBarrier(
            12,
            () -> {
              service.price("load_create", "0.80");
              clock.advance(Duration.ofMinutes(6));
            });
    AtomicBoolean hasRisen = new AtomicBoolean();
    Person anybody = new Person(() -> awaitUnless(hasRisen, everyoneIsAsked));
    List<Map<String, Object>> toolResults = new ArrayList<>();
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey(broker.agentKey())
            .spendGuard(ledger.guard())
            .clock(clock)
            .build()) {
      List<AgentTool> tools = askingTools(client, ledger, "9.60");
      IntFunction<List<Map<String, Object>>> conversation =
          i -> converseUnchecked(tools, anybody.context("person-" + i), List.of(create("PO-" + i)));
      assertThat(AgentFixture.inParallel(12, conversation))
          .allSatisfy(
              one ->
                  assertThat(one.get(0).toString())
                      .contains("PRICE_CHANGED", "A person approved 0.65 USD"));
      assertThat(debited()).isZero();

      hasRisen.set(true);
      AgentFixture.inParallel(12, conversation).forEach(toolResults::addAll);
    }

    assertThat(toolResults).allSatisfy(one -> assertThat(one).containsEntry("chargedUsd", "0.80"));
    assertThat(loads(toolResults)).hasSize(12);
    assertThat(anybody.questions).hasSize(24);
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
            case 2 -> createWithSpelling("po " + order);
            default -> createWithSpelling("PO-" + order);
          });
    }
    return script;
  }

  /** An order in this spelling. Every spelling of an order has the same driver. */
  private static Step createWithSpelling(String customerRef) {
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

  private List<Map<String, Object>> converseUnchecked(
      List<AgentTool> tools, ToolCallContext caller, List<Step> script) {
    try {
      return toolResults(tools, caller, script);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Map<String, Object>> toolResults(
      List<AgentTool> tools, ToolCallContext caller, List<Step> script) throws Exception {
    List<Map<String, Object>> toolResults = new ArrayList<>();
    for (String json : converse(tools, caller, script)) toolResults.add(Json.object(json));
    assertThat(toolResults).as("a result for each call").hasSize(script.size());
    return toolResults;
  }

  private static Set<Object> loads(List<Map<String, Object>> toolResults) {
    return toolResults.stream()
        .map(one -> one.get("loadNumber"))
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }
}
