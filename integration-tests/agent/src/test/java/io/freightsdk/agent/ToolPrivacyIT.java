package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolPrivacyIT {
  /** Everything that a model, a person or a log gets to see of a life full of trouble. */
  @Test
  void textsContainNoKeyDriverLinkOrFullPhoneNumber() {
    try (AgentFixture fixture = AgentFixture.withBalance("2.00")) {
      List<String> texts = new ArrayList<>();
      Approver noting =
          request -> {
            texts.add(request.toString());
            texts.add(request.summary());
            return true;
          };
      AgentFixture.Toolbox tools =
          fixture.tools(b -> b.approver(noting).approvalListener(one -> texts.add(one.toString())));
      for (AgentTool tool : tools.all()) {
        texts.add(tool.description());
        texts.add(tool.inputSchema());
        texts.add(tool.toString());
      }
      String load = AgentFixture.load("PO-1").replace(AgentFixture.PHONE, "+12145550199");
      note(texts, tools.call("create_load", load));
      note(texts, tools.call("create_load", load));
      note(texts, tools.call("create_load", load.replace("+12145550199", "+12145550198")));
      note(texts, tools.call("create_load", load.replace("\"+12145550199\"", "12145550199")));
      note(
          texts, tools.call("create_load", load.replace("\"+12145550199\"", "[\"+12145550199\"]")));
      note(texts, tools.call("create_load", load.replace("driverPhone", "+12145550199")));
      note(texts, tools.call("create_load", load + "+12145550199"));
      note(texts, tools.position("LD-2026-0001"));
      note(texts, tools.position("+12145550199"));
      for (Fault fault :
          List.of(
              Fault.closeAfterCommit(),
              Fault.truncateBody(),
              Fault.malformedJson(),
              Fault.status(500),
              Fault.status(429))) {
        fixture.server.faults().next(Operation.CREATE_LOAD, fault);
        note(texts, tools.call("create_load", load.replace("PO-1", "PO-" + texts.size())));
      }
      note(texts, tools.call("create_load", load.replace("PO-1", "PO-broke")));
      note(texts, tools.call("create_load", load.replace("PO-1", "PO-broke")));

      assertThat(texts)
          .isNotEmpty()
          .allSatisfy(
              text ->
                  assertThat(text)
                      .doesNotContain(fixture.broker.agentKey())
                      .doesNotContain("drv_")
                      .doesNotContain("/driver/")
                      .doesNotContain("pingpoint:")
                      .doesNotContain("tok-1")
                      .doesNotContain("214555"));
    }
  }

  @Test
  void refusedKeyIsNotInTheResult() {
    try (AgentFixture fixture = AgentFixture.withBalance("1.00");
        SpendLedger ledger = SpendLedger.inMemory();
        FreightClient stranger =
            FreightClient.builder()
                .baseUrl(fixture.server.baseUrl())
                .agentKey("secret-key-0123")
                .build()) {
      AgentFixture.Toolbox tools = fixture.tools(stranger, ledger, b -> b);

      ToolResult result = tools.call("get_budget", "");

      assertThat(result.error().code()).isEqualTo("KEY_REFUSED");
      assertThat(result.error().retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);
      assertThat(result.json()).doesNotContain("secret-key-0123");
    }
  }

  private static void note(List<String> texts, ToolResult result) {
    // The public link is for the customer and is meant to be seen; its token has 24 hex digits.
    texts.add(result.json().replaceAll("trk_[0-9a-f]{24}", "trk"));
    texts.add(result.toString().replaceAll("trk_[0-9a-f]{24}", "trk"));
    if (result.failed()) texts.add(result.error().toString());
  }
}
