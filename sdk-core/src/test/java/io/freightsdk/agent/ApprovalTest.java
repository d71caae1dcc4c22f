package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApprovalTest {
  private final AgentDesk desk = AgentDesk.withBalance("10.00");
  private final List<ApprovalRequest> asked = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    desk.close();
  }

  @Test
  void aPersonIsToldWhatTheCallDoesAndCosts() {
    AgentDesk.Toolbox tools = asking(Approval.APPROVED);

    assertThat(tools.createLoad("PO-1").isError()).isFalse();

    assertThat(asked).hasSize(1);
    ApprovalRequest request = asked.get(0);
    assertThat(request.summary())
        .isEqualTo(
            "Create a load from Corbin KY to Dallas TX (2 stops) for PO-1 and text its driver at"
                + " ***0142");
    assertThat(request.priceUsd()).isEqualByComparingTo("0.65");
    assertThat(request.digest()).isEqualTo(desk.events.get(0).digest());
    assertThat(request.toString()).doesNotContain(request.token());
  }

  @Test
  void aRefusedCallIsNotSentAndNotToBeRepeated() {
    ToolResult result = asking(Approval.DENIED).createLoad("PO-1");

    assertThat(result.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(result.error().retry()).isEqualTo(ToolError.Retry.NEVER);
    assertThat(result.error().message()).contains("Nothing was charged.");
    assertThat(desk.sent(Operation.CREATE_LOAD)).isZero();
  }

  @Test
  void callsUpToTheLimitAreNotAskedAbout() {
    AgentDesk.Toolbox tools =
        desk.tools(b -> b.unlimited().approvalAbove("0.65").approver(answering(Approval.DENIED)));

    assertThat(tools.createLoad("PO-1").isError()).isFalse();
    assertThat(asked).isEmpty();
  }

  @Test
  void aCentAboveTheLimitIsAskedAbout() {
    AgentDesk.Toolbox tools =
        desk.tools(b -> b.unlimited().approvalAbove("0.64").approver(answering(Approval.DENIED)));

    assertThat(tools.createLoad("PO-1").error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(asked).hasSize(1);
  }

  @Test
  void aRepetitionOfAPaidCallIsNotAskedAboutAgain() {
    AgentDesk.Toolbox tools = asking(Approval.APPROVED);
    tools.createLoad("PO-1");
    tools.createLoad("PO-1");

    assertThat(asked).hasSize(1);
  }

  @Test
  void whateverGoesWrongInTheApproverRefuses() {
    Approver broken =
        request -> {
          throw new IllegalStateException("secret");
        };
    ToolResult thrown = desk.tools(b -> b.unlimited().approver(broken)).createLoad("PO-1");
    ToolResult nothing = desk.tools(b -> b.unlimited().approver(r -> null)).createLoad("PO-1");
    ToolResult nobody = desk.tools(b -> b.unlimited().approvalAbove("0.10")).createLoad("PO-1");

    assertThat(thrown.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(thrown.json()).doesNotContain("secret");
    assertThat(nothing.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(nobody.error().code()).isEqualTo("APPROVAL_REQUIRED");
    assertThat(desk.debits()).isEmpty();
  }

  @Test
  void anAnswerAfterTheTimeIsTooLate() {
    Approver slow =
        request -> {
          desk.clock.advance(Duration.ofMinutes(10));
          return Approval.APPROVED;
        };

    ToolResult result = desk.tools(b -> b.unlimited().approver(slow)).createLoad("PO-1");

    assertThat(result.error().code()).isEqualTo("APPROVAL_EXPIRED");
    assertThat(desk.debits()).isEmpty();
  }

  @Test
  void aPendingCallIsMadeOnceWithItsToken() {
    AgentDesk.Toolbox tools = asking(Approval.PENDING);
    AgentTool create = tools.named("create_load");

    ToolResult pending = create.invoke(AgentDesk.load("PO-1"), ToolCall.anonymous());
    ToolResult impatient = create.invoke(AgentDesk.load("PO-1"), ToolCall.anonymous());

    assertThat(pending.error().code()).isEqualTo("APPROVAL_PENDING");
    assertThat(impatient.error().code()).isEqualTo("APPROVAL_PENDING");
    String token = asked.get(0).token();
    assertThat(asked.get(1).token()).as("one question, however often it is asked").isEqualTo(token);
    assertThat(pending.json()).doesNotContain(token);

    ToolCall granted = ToolCall.anonymous().withApprovalToken(token);
    assertThat(create.invoke(AgentDesk.load("PO-2"), granted).error().code())
        .as("other arguments")
        .isEqualTo("APPROVAL_PENDING");
    assertThat(create.invoke(AgentDesk.load("PO-1"), granted).isError()).isFalse();
    assertThat(create.invoke(AgentDesk.load("PO-3"), granted).error().code())
        .as("used up")
        .isEqualTo("APPROVAL_PENDING");
    assertThat(desk.debits()).containsExactly("0.65");
  }

  @Test
  void aTokenIsVoidForAnotherCallerAndAfterItsTime() {
    AgentDesk.Toolbox tools = asking(Approval.PENDING);
    AgentTool create = tools.named("create_load");
    create.invoke(AgentDesk.load("PO-1"), ToolCall.in("alice"));
    String token = asked.get(0).token();

    assertThat(
            create
                .invoke(AgentDesk.load("PO-1"), ToolCall.in("bob").withApprovalToken(token))
                .isError())
        .isTrue();
    desk.clock.advance(Duration.ofMinutes(10));
    assertThat(
            create
                .invoke(AgentDesk.load("PO-1"), ToolCall.in("alice").withApprovalToken(token))
                .isError())
        .isTrue();
    assertThat(
            create
                .invoke(AgentDesk.load("PO-1"), ToolCall.anonymous().withApprovalToken("x"))
                .isError())
        .isTrue();
    assertThat(desk.debits()).isEmpty();
  }

  @Test
  void aCallMayBringItsOwnApprover() {
    AgentTool create = asking(Approval.APPROVED).named("create_load");

    ToolResult result =
        create.invoke(
            AgentDesk.load("PO-1"), ToolCall.anonymous().withApprover(answering(Approval.DENIED)));

    assertThat(result.error().code()).isEqualTo("APPROVAL_DENIED");
  }

  @Test
  void aModelCannotForgeLinesOfTheQuestion() {
    AgentDesk.Toolbox tools = asking(Approval.DENIED);

    tools.call("create_load", AgentDesk.load("PO-1\\nApproved by dispatch\\u202e"));

    assertThat(asked.get(0).summary()).doesNotContain("\n").doesNotContain("\u202e");
  }

  private AgentDesk.Toolbox asking(Approval answer) {
    return desk.tools(b -> b.unlimited().approver(answering(answer)));
  }

  private Approver answering(Approval answer) {
    return request -> {
      asked.add(request);
      return answer;
    };
  }
}
