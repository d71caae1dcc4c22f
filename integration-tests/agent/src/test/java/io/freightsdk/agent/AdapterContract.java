package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLimit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The calls and results that the adapter of a framework passes on, and the rules without one. */
public abstract class AdapterContract extends MisbehavingAgentContract {
  @Test
  void badArgumentsAndUnknownToolsReturnErrors() throws Exception {
    try (FreightClient client = client(RetryPolicy.none())) {
      List<String> results =
          converse(
              FreightTools.of(client, ledger, SpendLimit.perDay("100.00")),
              ToolCallContext.ofScope("run-1"),
              List.of(
                  new Step("create_load", "{\"driverPhone\":\"+13125550142\""),
                  new Step("create_load", "{}"),
                  new Step("set_status", "{\"status\":\"DELIVERED\"}"),
                  new Step("get_budget", "")));
      assertThat(results.get(0))
          .contains("INVALID_ARGUMENTS", "not valid JSON")
          .doesNotContain("312");
      assertThat(results.get(1)).contains("customerRef: required");
      assertThat(results.get(2)).contains("UNKNOWN_TOOL", "Use one of create_load");
      assertThat(results.get(3)).contains("\"create_load\":\"0.65\"");
    }
  }
}
