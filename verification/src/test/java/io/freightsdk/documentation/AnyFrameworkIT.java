package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.spend.SpendLimit;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The functions that the page shows for other frameworks pass the tests of our adapters. */
class AnyFrameworkIT extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCallContext caller, List<Step> script)
      throws Exception {
    Class<?> lines = AgentSnippet.compile("any-framework");
    Method declaration = lines.getMethod("declaration", AgentTool.class);
    for (AgentTool tool : tools) {
      assertThat((Map<?, ?>) declaration.invoke(null, tool))
          .isEqualTo(
              Map.of(
                  "name", tool.name(),
                  "description", tool.description(),
                  "parameters", tool.inputSchemaMap()));
    }
    Method result =
        lines.getMethod(
            "result", List.class, ToolCallContext.class, String.class, String.class, String.class);
    List<String> results = new ArrayList<>();
    for (Step step : script) {
      String id = "call-" + results.size();
      Map<?, ?> response =
          (Map<?, ?>) result.invoke(null, tools, caller, id, step.tool(), step.arguments());
      assertThat(response.get("call_id")).isEqualTo(id);
      results.add((String) response.get("output"));
    }
    return results;
  }

  @Test
  void pageShowsTheErrorAtALimit() {
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey(broker.agentKey())
            .spendGuard(ledger.guard())
            .build()) {
      List<AgentTool> tools = FreightTools.of(client, ledger, SpendLimit.perDay("1.00"));
      String first = call(tools, "PO-1");
      String second = call(tools, "PO-2");

      assertThat(first).contains("\"chargedUsd\":\"0.65\"");
      String shown = AgentSnippet.find("json limit").text().replaceAll("\n *", "");
      assertThat(withoutTimes(second)).isEqualTo(withoutTimes(shown));
    }
  }

  private static String call(List<AgentTool> tools, String customerRef) {
    String order =
        """
        {"driverPhone":"+13125550142","customerRef":"%s",
         "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
         "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}
        """
            .formatted(customerRef);
    return FreightTools.call(tools, "create_load", order, ToolCallContext.anonymous()).json();
  }

  private static String withoutTimes(String json) {
    return json.replaceAll("[0-9-]{10}T[0-9:.]+Z", "TIME");
  }
}
