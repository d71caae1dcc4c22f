package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The {@code create_load} tool in any framework: a person approves, a response is lost, the model
 * repeats the call, and the next call exceeds the limit of its user. A subclass runs the
 * conversation through the framework and our adapter. The approver and the user are in the {@link
 * ToolCallContext}, so they reach the tool only through the adapter.
 */
public abstract class CreateLoadContract {
  protected final InMemoryFreightServer service = InMemoryFreightServer.start();
  protected final Broker broker = service.createBroker("10.00");
  protected final SpendLedger ledger = SpendLedger.inMemory();
  private final List<ApprovalRequest> questions = new ArrayList<>();

  /** A call of the scripted model. It makes one in each turn. */
  public record Step(String tool, String arguments) {}

  /**
   * Runs one conversation in which the model makes these calls.
   *
   * @return the result of each call that the model received, as JSON, in the order of the calls
   */
  protected abstract List<String> converse(
      List<AgentTool> tools, ToolCallContext caller, List<Step> script) throws Exception;

  @AfterEach
  void closeService() {
    ledger.close();
    service.close();
  }

  @Test
  void lostResponseRetriedByTheClientIsChargedOnce() throws Exception {
    service.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    List<Map<String, Object>> results =
        converse(RetryPolicy.standard(), true, create("PO-1"), create("PO-1"), create("PO-2"));

    assertThat(sentCreations()).as("the lost one, and its repeat").isEqualTo(2);
    requireCreated(results.get(0));
    requireSameLoadForFree(results.get(1), results.get(0));
    requireLimit(results.get(2));
    requireOneChargeAndQuestions(1);
  }

  @Test
  void lostResponseRetriedByTheModelIsChargedOnce() throws Exception {
    service.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    List<Map<String, Object>> results =
        converse(
            RetryPolicy.none(),
            true,
            create("PO-1"),
            create("PO-1"),
            create("PO-1"),
            create("PO-2"));

    assertThat(error(results.get(0))).containsEntry("retry", "SAME_ARGUMENTS");
    assertThat(sentCreations()).as("the lost one, and its repeat").isEqualTo(2);
    requireCreated(results.get(1));
    requireSameLoadForFree(results.get(2), results.get(1));
    requireLimit(results.get(3));
    // An approval covers one order, under its key.
    requireOneChargeAndQuestions(1);
  }

  @Test
  void deniedCallIsNotSent() throws Exception {
    List<Map<String, Object>> results =
        converse(RetryPolicy.standard(), false, create("PO-1"), create("PO-1"));

    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(error(result))
                    .containsEntry("code", "APPROVAL_DENIED")
                    .containsEntry("charge", "NONE"));
    assertThat(sentCreations()).isZero();
    assertThat(broker.debits()).isEmpty();
  }

  protected final FreightClient client(RetryPolicy retries) {
    return FreightClient.builder()
        .baseUrl(service.baseUrl())
        .agentKey(broker.agentKey())
        .spendGuard(ledger.guard())
        .retryPolicy(retries)
        .build();
  }

  private List<Map<String, Object>> converse(RetryPolicy retries, boolean answer, Step... script)
      throws Exception {
    try (FreightClient client = client(retries)) {
      List<AgentTool> tools =
          FreightTools.builder(client, ledger)
              .sharedLimits(SpendLimit.perDay("20.00"))
              .limitsPerScope(SpendLimit.perDay("1.00"))
              .approvalAbove("0.50")
              .build();
      ToolCallContext caller =
          ToolCallContext.ofScope("dispatcher-7")
              .withApprover(
                  question -> {
                    questions.add(question);
                    return answer;
                  });
      List<Map<String, Object>> results = new ArrayList<>();
      for (String json : converse(tools, caller, List.of(script))) results.add(Json.object(json));
      assertThat(results).as("a result for each call").hasSize(script.length);
      return results;
    }
  }

  protected static Step create(String customerRef) {
    // Two orders of one driver on one lane would be likely duplicates.
    int order = Integer.parseInt(customerRef.substring(3));
    String phone = String.format(Locale.ROOT, "+1312555%04d", 140 + order);
    return new Step(
        "create_load",
        String.format(
            Locale.ROOT,
            """
        {"driverPhone":"%s","customerRef":"%s",
         "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
         "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""",
            phone,
            customerRef));
  }

  private void requireCreated(Map<String, Object> results) {
    assertThat(results).doesNotContainKey("error").containsKey("loadNumber");
    assertThat(service.loads(10))
        .singleElement()
        .satisfies(load -> assertThat(results).containsEntry("loadNumber", load.loadNumber()));
  }

  private static void requireSameLoadForFree(
      Map<String, Object> results, Map<String, Object> first) {
    assertThat(results)
        .containsEntry("loadNumber", first.get("loadNumber"))
        .containsEntry("trackingLink", first.get("trackingLink"))
        .containsEntry("created", false)
        .containsEntry("chargedUsd", "0.00");
  }

  /** Requires an error with the limit, the remaining amount and the next step. */
  private static void requireLimit(Map<String, Object> results) {
    Map<?, ?> error = error(results);
    assertThat(error.get("code")).isEqualTo("SPEND_LIMIT");
    assertThat(error.get("retry")).isEqualTo("AFTER_DELAY");
    assertThat(error.get("charge")).isEqualTo("NONE");
    assertThat(String.valueOf(error.get("message")))
        .startsWith("Not sent: the call costs 0.65 USD and 0.35 USD of your limit of 1.00 USD")
        .matches(
            "(?s).* Stop paid calls until [0-9-]{10}T[0-9:]{8}Z, or ask the user to raise the"
                + " limit\\.");
  }

  private void requireOneChargeAndQuestions(int questionCount) {
    assertThat(broker.debits())
        .extracting(debit -> debit.amountUsd().toPlainString())
        .containsExactly("0.65");
    assertThat(questions)
        .as("no question for a refused call or an existing load")
        .hasSize(questionCount)
        .allSatisfy(
            question -> {
              assertThat(question.summary()).contains("Corbin", "Dallas", "PO-1");
              assertThat(question.priceUsd()).isEqualByComparingTo("0.65");
            });
  }

  private long sentCreations() {
    return service.journal().matching(result -> result.operation() == Operation.CREATE_LOAD).size();
  }

  @SuppressWarnings("unchecked") // The members of a JSON object have names.
  private static Map<String, Object> error(Map<String, Object> results) {
    assertThat(results).containsKey("error");
    return (Map<String, Object>) results.get("error");
  }
}
