package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.ApprovalRequest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of a question when its host goes. */
class QuestionsTest {
  private final Questions questions = new Questions();
  private final List<Object> sent = new ArrayList<>();

  private Questions.Question ask() {
    return questions.ask(message -> sent.add(message.get("method")), Map.of());
  }

  @Test
  void nobodyWaitsForTheAnswerOfAHostThatHasGone() {
    Questions.Question asked = ask();
    assertThat(asked.answer()).isNotDone();
    questions.close();
    assertThat(asked.answer()).isCompletedWithValue(Map.of());
  }

  @Test
  void whatIsAskedAfterThatIsWithdrawn() {
    questions.close();
    assertThat(ask().answer()).isCompletedWithValue(Map.of());
    assertThat(sent).containsExactly("elicitation/create", "notifications/cancelled");
  }

  @Test
  void thePriceComesFirstWithTwoDecimalsOrMore() {
    assertThat(Asking.question(request("1.4")))
        .isEqualTo("1.40 USD of the prepaid balance: Do it?");
    assertThat(Asking.question(request("0.0025")))
        .isEqualTo("0.0025 USD of the prepaid balance: Do it?");
    assertThat(Asking.question(request("0"))).isEqualTo("This costs nothing: Do it?");
  }

  private static ApprovalRequest request(String priceUsd) {
    return new ApprovalRequest("create_load", "Do it", new BigDecimal(priceUsd), null, Map.of());
  }
}
