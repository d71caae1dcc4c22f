package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One question for several loads. */
class MandateTest {
  private final AgentFixture fixture = AgentFixture.withBalance("20.00");
  private final List<ApprovalRequest> asked = Collections.synchronizedList(new ArrayList<>());
  private Approval answer = Approval.APPROVED;

  @AfterEach
  void close() {
    fixture.close();
  }

  private AgentFixture.Toolbox tools(ToolMemory memory) {
    return fixture.tools(
        b ->
            b.limits(SpendLimits.builder().perDay("10.00").build())
                .memory(memory)
                .mandates()
                .approver(
                    request -> {
                      asked.add(request);
                      return answer;
                    }));
  }

  private AgentFixture.Toolbox tools() {
    return tools(ToolMemory.inMemory());
  }

  private static ToolResult request(
      AgentFixture.Toolbox tools, int loads, String each, String... refs) {
    List<String> phones = new ArrayList<>();
    for (String ref : refs) phones.add('"' + AgentFixture.phone(ref) + '"');
    return tools.call(
        "request_mandate",
        "{\"loads\":%d,\"perLoadUsd\":%s,\"drivers\":%s}".formatted(loads, each, phones));
  }

  @Test
  void loadsUnderAMandateAreNotAskedAbout() {
    AgentFixture.Toolbox tools = tools();
    ToolResult granted = request(tools, 2, "0.70", "A-1", "B-2", "C-3");

    assertThat(granted.isError()).as(granted.json()).isFalse();
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).summary())
        .startsWith(
            "Let this agent create up to 2 loads without asking again, each at most 0.70 USD,"
                + " until 2026-11-21T00:00Z, for the drivers +1 312 555 ");
    assertThat(asked.get(0).priceUsd()).as("in all").isEqualByComparingTo("1.40");

    tools.createLoad("A-1");
    tools.createLoad("A-1");
    assertThat(tools.call("get_balance", "").json())
        .contains("\"loadsLeft\":1", "\"usdLeft\":\"0.75\"");
    tools.createLoad("B-2");
    assertThat(asked).as("nobody was asked again").hasSize(1);
    tools.createLoad("C-3");
    assertThat(asked).as("the third load").hasSize(2);
    assertThat(tools.call("get_balance", "").json()).doesNotContain("loadsLeft");
    assertThat(fixture.debits()).hasSize(3);
  }

  @Test
  void anotherDriverAHigherPriceAndALaterTimeAreAskedAbout() {
    AgentFixture.Toolbox tools = tools();
    request(tools, 5, "0.70", "A-1", "B-2");
    answer = Approval.UNANSWERED;
    assertThat(tools.createLoad("X-9").isError()).as("another driver").isTrue();
    fixture.server.price("load_create", "0.71");
    fixture.later(Duration.ofSeconds(20));
    assertThat(tools.createLoad("A-1").isError()).as("a higher price").isTrue();
    fixture.server.price("load_create", "0.65");
    fixture.later(Duration.ofHours(12));
    assertThat(tools.createLoad("B-2").isError()).as("over").isTrue();
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void aRefusedMandateIsNone() {
    answer = Approval.DENIED;
    AgentFixture.Toolbox tools = tools();
    assertThat(request(tools, 5, "0.70", "A-1").error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(request(tools, 4, "0.70", "A-1").error().message()).contains("not asked again");
    answer = Approval.UNANSWERED;
    assertThat(tools.createLoad("A-1").isError()).isTrue();
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void aMandateRaisesNoLimit() {
    AgentFixture.Toolbox tools = tools();
    fixture.server.price("load_create", "6.00");
    fixture.later(Duration.ofSeconds(20));
    request(tools, 5, "6.00", "A-1", "B-2");
    assertThat(tools.createLoad("A-1").isError()).isFalse();
    assertThat(tools.createLoad("B-2").error().code()).isEqualTo("SPEND_LIMIT");
    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  void whatWasNotSentIsGivenBackAndALostCallCounts() {
    AgentFixture.Toolbox tools = tools();
    request(tools, 2, "0.70", "A-1", "B-2");
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.status(400));
    assertThat(tools.createLoad("A-1").isError()).isTrue();
    assertThat(tools.call("get_balance", "").json()).contains("\"loadsLeft\":2");
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(tools.createLoad("A-1").error().code()).isEqualTo("OUTCOME_UNKNOWN");
    assertThat(tools.call("get_balance", "").json()).contains("\"loadsLeft\":1");
    assertThat(tools.createLoad("A-1").isError()).as("the same call again").isFalse();
    assertThat(tools.call("get_balance", "").json()).contains("\"loadsLeft\":1");
    assertThat(asked).hasSize(1);
    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  void aMandateOutlivesTheProcessAndIsUsedUpByAllHosts() throws Exception {
    ToolMemory shared = ToolMemory.inMemory();
    String[] refs = {"A-1", "B-2", "C-3", "D-4", "E-5", "F-6"};
    request(tools(shared), 3, "0.70", refs);
    answer = Approval.UNANSWERED;
    List<AgentFixture.Toolbox> hosts = List.of(tools(shared), tools(shared));
    AgentFixture.inParallel(refs.length, i -> hosts.get(i % 2).createLoad(refs[i]));
    assertThat(fixture.debits()).hasSize(3);
  }

  @Test
  void aLookAlikeIsAskedAboutInSpiteOfAMandate() {
    AgentFixture.Toolbox tools = tools();
    request(tools, 5, "0.70", "A-1", "a 1");
    Object first = Json.at(tools.createLoad("A-1"), "loadNumber");
    answer = Approval.DENIED;
    String again =
        AgentFixture.load("a 1").replaceFirst("\\{", "{\"differsFrom\":\"" + first + "\",");
    assertThat(tools.call("create_load", again).error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(fixture.debits()).hasSize(1);
  }
}
