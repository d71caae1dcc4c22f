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
 * What {@code create_load} does for a model in any framework: a person approves, an answer is lost,
 * the model asks again, and then for more than its user's limit. A subclass has the conversation go
 * through the framework and our adapter; the approver and the user come with the {@link
 * ToolCallContext}, so they reach the tool only through the adapter.
 */
public abstract class CreateLoadContract {
  protected final InMemoryFreightServer service = InMemoryFreightServer.start();
  protected final Broker broker = service.createBroker("10.00");
  protected final SpendLedger ledger = SpendLedger.inMemory();
  private final List<ApprovalRequest> questions = new ArrayList<>();

  /** A call that the scripted model makes; one in each of its turns. */
  public record Step(String tool, String arguments) {}

  /**
   * Holds one conversation in which the model makes these calls.
   *
   * @return what the model was told of each call, as JSON, in the order of the calls
   */
  protected abstract List<String> converse(
      List<AgentTool> tools, ToolCallContext caller, List<Step> script) throws Exception;

  @AfterEach
  void closeService() {
    ledger.close();
    service.close();
  }

  @Test
  void aLostAnswerIsRepeatedByTheClientAndTheOrderIsPaidOnce() throws Exception {
    service.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    List<Map<String, Object>> told =
        converse(RetryPolicy.standard(), true, create("PO-1"), create("PO-1"), create("PO-2"));

    assertThat(sentCreations()).as("the lost one, and its repeat").isEqualTo(2);
    requireCreated(told.get(0));
    requireSameLoadForFree(told.get(1), told.get(0));
    requireLimit(told.get(2));
    requireOneLoad(1);
  }

  @Test
  void aLostAnswerIsRepeatedByTheModelAndTheOrderIsPaidOnce() throws Exception {
    service.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    List<Map<String, Object>> told =
        converse(
            RetryPolicy.none(),
            true,
            create("PO-1"),
            create("PO-1"),
            create("PO-1"),
            create("PO-2"));

    assertThat(error(told.get(0))).containsEntry("retry", "SAME_ARGUMENTS");
    assertThat(sentCreations()).as("the lost one, and its repeat").isEqualTo(2);
    requireCreated(told.get(1));
    requireSameLoadForFree(told.get(2), told.get(1));
    requireLimit(told.get(3));
    // An approval is for one order, under its key.
    requireOneLoad(1);
  }

  @Test
  void afterAPersonHasSaidNoNothingIsSent() throws Exception {
    List<Map<String, Object>> told =
        converse(RetryPolicy.standard(), false, create("PO-1"), create("PO-1"));

    assertThat(told)
        .allSatisfy(
            one ->
                assertThat(error(one))
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
              .limits(SpendLimit.perDay("20.00"))
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
      List<Map<String, Object>> told = new ArrayList<>();
      for (String json : converse(tools, caller, List.of(script))) told.add(Json.object(json));
      assertThat(told).as("an answer to each call").hasSize(script.length);
      return told;
    }
  }

  protected static Step create(String customerRef) {
    // Two orders of one driver on one lane would be taken for one.
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

  private void requireCreated(Map<String, Object> told) {
    assertThat(told).doesNotContainKey("error").containsKey("loadNumber");
    assertThat(service.loads(10))
        .singleElement()
        .satisfies(load -> assertThat(told).containsEntry("loadNumber", load.loadNumber()));
  }

  private static void requireSameLoadForFree(Map<String, Object> told, Map<String, Object> first) {
    assertThat(told)
        .containsEntry("loadNumber", first.get("loadNumber"))
        .containsEntry("trackingLink", first.get("trackingLink"))
        .containsEntry("created", false)
        .containsEntry("chargedUsd", "0.00");
  }

  /** The limit, what is left of it, and what to do next. */
  private static void requireLimit(Map<String, Object> told) {
    Map<?, ?> error = error(told);
    assertThat(error.get("code")).isEqualTo("SPEND_LIMIT");
    assertThat(error.get("retry")).isEqualTo("AFTER_DELAY");
    assertThat(error.get("charge")).isEqualTo("NONE");
    assertThat(String.valueOf(error.get("message")))
        .startsWith("Not sent: the call costs 0.65 USD and 0.35 USD of your limit of 1.00 USD")
        .matches(
            "(?s).* Stop paid calls until [0-9-]{10}T[0-9:]{8}Z, or ask the user to raise the"
                + " limit\\.");
  }

  private void requireOneLoad(int asked) {
    assertThat(broker.debits())
        .extracting(debit -> debit.amountUsd().toPlainString())
        .containsExactly("0.65");
    assertThat(questions)
        .as("nobody is asked what a limit refuses, or about an order that has its load")
        .hasSize(asked)
        .allSatisfy(
            question -> {
              assertThat(question.summary()).contains("Corbin", "Dallas", "PO-1");
              assertThat(question.priceUsd()).isEqualByComparingTo("0.65");
            });
  }

  private long sentCreations() {
    return service.journal().matching(one -> one.operation() == Operation.CREATE_LOAD).size();
  }

  @SuppressWarnings("unchecked") // The members of a JSON object have names.
  private static Map<String, Object> error(Map<String, Object> told) {
    assertThat(told).containsKey("error");
    return (Map<String, Object>) told.get("error");
  }
}
