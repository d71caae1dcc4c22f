package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLimit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The tools themselves, without a framework between them and the model. */
class MisbehavingAgentIT extends MisbehavingAgentContract {
  @Override
  protected List<String> converse(
      List<AgentTool> tools, ToolCallContext caller, List<Step> script) {
    return script.stream()
        .map(step -> FreightTools.call(tools, step.tool(), step.arguments(), caller).json())
        .toList();
  }

  @Test
  void unansweredQuestionBlocksNoOtherPerson() throws Exception {
    CountDownLatch isAsked = new CountDownLatch(1);
    CountDownLatch isDenied = new CountDownLatch(1);
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> tools =
          FreightTools.builder(client, ledger)
              .sharedLimits(SpendLimit.perDay("7.80"))
              .approvalAbove("0.50")
              .build();
      ToolCallContext away =
          ToolCallContext.ofScope("away")
              .withApprover(
                  question -> {
                    isAsked.countDown();
                    return !awaited(isDenied);
                  });
      CompletableFuture<List<String>> waiting =
          CompletableFuture.supplyAsync(() -> converse(tools, away, List.of(order(0))));
      assertThat(awaited(isAsked)).isTrue();

      List<List<String>> result =
          AgentFixture.inParallel(
              11,
              i ->
                  converse(
                      tools,
                      ToolCallContext.ofScope("user-" + i).withApprover(question -> true),
                      List.of(order(i + 1))));

      assertThat(result).allSatisfy(one -> assertThat(one.get(0)).contains("\"created\":true"));
      assertThat(waiting).isNotDone();
      isDenied.countDown();
      assertThat(waiting.get(60, TimeUnit.SECONDS).get(0)).contains("APPROVAL_DENIED");
    }
    assertThat(broker.debits()).hasSize(11);
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo("7.15");
  }

  private static Step order(int number) {
    return new Step("create_load", AgentFixture.load("ORDER-" + number));
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
