package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLimits;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What an agent costs that loops, writes its references anew, sends one order from several
 * conversations at once, loses answers and takes a question back: nothing over its limit, and each
 * order one load. {@link #converse} is called by several threads at once.
 */
public abstract class MisbehavingAgentContract extends CreateLoadContract {
  private static final int AGENTS = 6;
  private static final String LIMIT = "5.20";

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
        Stream.of("PO-1", "po-1", "PO 1", "PO#1", " po_1 ", "(PO) 1.")
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
    ToolCall caller =
        ToolCall.in("impatient")
            .withCancellation(isCancelled::get)
            .withApprover(
                question -> {
                  isCancelled.set(true);
                  return true;
                });
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> asking =
          FreightTools.builder(client, ledger)
              .limits(SpendLimits.perDay(LIMIT))
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
            case 0 -> new Step("get_balance", "{}");
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
    return FreightTools.of(client, ledger, SpendLimits.perDay(LIMIT));
  }

  private static ToolCall caller() {
    return ToolCall.in("agent-" + Thread.currentThread().getId());
  }

  private List<Map<String, Object>> quietly(
      List<AgentTool> tools, ToolCall caller, List<Step> script) {
    try {
      return told(tools, caller, script);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Map<String, Object>> told(List<AgentTool> tools, ToolCall caller, List<Step> script)
      throws Exception {
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
