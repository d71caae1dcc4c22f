package io.freightsdk.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testsupport.NamedNulls;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    try (AgentFixture fixture = AgentFixture.withBalance("1.00")) {
      SpendLimits limits = SpendLimits.builder().total("1.00").build();
      AgentTool tool = FreightTools.builder(fixture.client).limits(limits).build().get(0);
      NamedNulls.of(FreightTools.class)
          .with(FreightClient.class, () -> fixture.client)
          .with(AgentTool.class, () -> tool)
          .areRefused();
    }
  }
}
