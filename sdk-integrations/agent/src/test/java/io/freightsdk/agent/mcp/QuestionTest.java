package io.freightsdk.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.ApprovalRequest;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The question that a person at the host reads. */
class QuestionTest {
  @Test
  void questionStartsWithThePrice() {
    assertThat(question("1.4")).isEqualTo("1.40 USD of the prepaid balance: Do it?");
    assertThat(question("0.0025")).isEqualTo("0.0025 USD of the prepaid balance: Do it?");
    assertThat(question("0")).isEqualTo("This costs nothing: Do it?");
  }

  @Test
  void questionContainsTheServerName() {
    assertThat(ElicitationApprover.text(request("1.4"), "freight-staging"))
        .isEqualTo("1.40 USD of the prepaid balance: [freight-staging] Do it?");
  }

  private static String question(String priceUsd) {
    return ElicitationApprover.text(request(priceUsd), null);
  }

  private static ApprovalRequest request(String priceUsd) {
    return new ApprovalRequest("create_load", "Do it", new BigDecimal(priceUsd), null, Map.of());
  }
}
