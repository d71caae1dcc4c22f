package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApprovalTest {
  private final AgentFixture fixture = AgentFixture.withBalance("10.00");
  private final List<ApprovalRequest> asked = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aPersonIsToldWhatTheCallDoesAndCosts() {
    AgentFixture.Toolbox tools = asking(Approval.APPROVED);

    assertThat(tools.createLoad("PO-1").isError()).isFalse();

    assertThat(asked).hasSize(1);
    ApprovalRequest request = asked.get(0);
    assertThat(request.summary())
        .isEqualTo(
            "Create a load for order \"PO-1\", pick up at \"120 Main St\", \"Corbin\" KY 40701,"
                + " deliver at \"9 Elm St\", \"Dallas\" TX 75201, and text its driver at ***0142");
    assertThat(request.arguments())
        .containsEntry("customerRef", "PO-1")
        .containsEntry("driverPhone", "***0142")
        .containsKeys("pickups", "deliveries");
    assertThat(request.priceUsd()).isEqualByComparingTo("0.65");
    assertThat(request.digest()).isEqualTo(fixture.events.get(0).digest());
    assertThat(request.toString()).doesNotContain(request.token());
  }

  @Test
  void aRefusedCallIsNotSentAndNotToBeRepeated() {
    ToolResult result = asking(Approval.DENIED).createLoad("PO-1");

    assertThat(result.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(result.error().retry()).isEqualTo(ToolError.Retry.NEVER);
    assertThat(result.error().message()).contains("Nothing was charged.");
    assertThat(fixture.sent(Operation.CREATE_LOAD)).isZero();
  }

  @Test
  void callsUpToTheLimitAreNotAskedAbout() {
    AgentFixture.Toolbox tools =
        fixture.tools(
            b -> b.unlimited().approvalAbove("0.65").approver(answering(Approval.DENIED)));

    assertThat(tools.createLoad("PO-1").isError()).isFalse();
    assertThat(asked).isEmpty();
  }

  @Test
  void aCentAboveTheLimitIsAskedAbout() {
    AgentFixture.Toolbox tools =
        fixture.tools(
            b -> b.unlimited().approvalAbove("0.64").approver(answering(Approval.DENIED)));

    assertThat(tools.createLoad("PO-1").error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(asked).hasSize(1);
  }

  @Test
  void aRepetitionOfAPaidCallIsNotAskedAboutAgain() {
    AgentFixture.Toolbox tools = asking(Approval.APPROVED);
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
    ToolResult thrown = fixture.tools(b -> b.unlimited().approver(broken)).createLoad("PO-1");
    ToolResult nothing = fixture.tools(b -> b.unlimited().approver(r -> null)).createLoad("PO-1");
    ToolResult nobody = fixture.tools(b -> b.unlimited().approvalAbove("0.10")).createLoad("PO-1");

    assertThat(thrown.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(thrown.json()).doesNotContain("secret");
    assertThat(nothing.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(nobody.error().code()).isEqualTo("APPROVAL_REQUIRED");
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void anAnswerAfterTheTimeIsTooLate() {
    Approver slow =
        request -> {
          fixture.clock.advance(Duration.ofMinutes(10));
          return Approval.APPROVED;
        };

    ToolResult result = fixture.tools(b -> b.unlimited().approver(slow)).createLoad("PO-1");

    assertThat(result.error().code()).isEqualTo("APPROVAL_EXPIRED");
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void aPendingCallIsMadeOnceWithItsToken() {
    AgentFixture.Toolbox tools = asking(Approval.PENDING);
    AgentTool create = tools.named("create_load");

    ToolResult pending = create.invoke(AgentFixture.load("PO-1"), ToolCall.anonymous());
    ToolResult impatient = create.invoke(AgentFixture.load("PO-1"), ToolCall.anonymous());

    assertThat(pending.error().code()).isEqualTo("APPROVAL_PENDING");
    assertThat(impatient.error().code()).isEqualTo("APPROVAL_PENDING");
    String token = asked.get(0).token();
    assertThat(asked.get(1).token()).as("one question, however often it is asked").isEqualTo(token);
    assertThat(pending.json()).doesNotContain(token);

    ToolCall granted = ToolCall.anonymous().withApprovalToken(token);
    assertThat(create.invoke(AgentFixture.load("PO-2"), granted).error().code())
        .as("other arguments")
        .isEqualTo("APPROVAL_PENDING");
    assertThat(create.invoke(AgentFixture.load("PO-1"), granted).isError()).isFalse();
    assertThat(create.invoke(AgentFixture.load("PO-3"), granted).error().code())
        .as("used up")
        .isEqualTo("APPROVAL_PENDING");
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  @Test
  void aTokenIsVoidForAnotherCallerAndAfterItsTime() {
    AgentFixture.Toolbox tools = asking(Approval.PENDING);
    AgentTool create = tools.named("create_load");
    create.invoke(AgentFixture.load("PO-1"), ToolCall.in("alice"));
    String token = asked.get(0).token();

    assertThat(
            create
                .invoke(AgentFixture.load("PO-1"), ToolCall.in("bob").withApprovalToken(token))
                .isError())
        .isTrue();
    fixture.clock.advance(Duration.ofMinutes(10));
    assertThat(
            create
                .invoke(AgentFixture.load("PO-1"), ToolCall.in("alice").withApprovalToken(token))
                .isError())
        .isTrue();
    assertThat(
            create
                .invoke(AgentFixture.load("PO-1"), ToolCall.anonymous().withApprovalToken("x"))
                .isError())
        .isTrue();
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void aTokenOfACallsOwnApproverIsCheckedAlthoughTheToolsAskNobody() {
    AgentTool create = fixture.tools(FreightTools.Builder::unlimited).named("create_load");
    ToolCall alice = ToolCall.in("alice");
    create.invoke(AgentFixture.load("PO-1"), alice.withApprover(answering(Approval.PENDING)));
    String token = asked.get(0).token();
    ToolCall granted = alice.withApprovalToken(token);
    ToolCall bob = ToolCall.in("bob").withApprovalToken(token);

    ToolResult otherOrder = create.invoke(AgentFixture.load("PO-2"), granted);
    assertThat(otherOrder.isError()).as("other arguments").isTrue();
    assertThat(otherOrder.error().code()).isEqualTo("APPROVAL_REQUIRED");
    assertThat(create.invoke(AgentFixture.load("PO-1"), bob).isError())
        .as("another caller")
        .isTrue();
    assertThat(fixture.debits()).isEmpty();

    assertThat(create.invoke(AgentFixture.load("PO-1"), granted).isError()).isFalse();
    assertThat(create.invoke(AgentFixture.load("PO-3"), granted).isError()).as("used up").isTrue();
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  @Test
  void aCallMayBringItsOwnApprover() {
    AgentTool create = asking(Approval.APPROVED).named("create_load");

    ToolResult result =
        create.invoke(
            AgentFixture.load("PO-1"),
            ToolCall.anonymous().withApprover(answering(Approval.DENIED)));

    assertThat(result.error().code()).isEqualTo("APPROVAL_DENIED");
  }

  @Test
  void aModelCannotForgeLinesOfTheQuestion() {
    AgentFixture.Toolbox tools = asking(Approval.DENIED);

    ToolResult hidden =
        tools.call("create_load", AgentFixture.load("PO-1\\nApproved by dispatch\\u202e"));
    tools.call(
        "create_load", AgentFixture.load("PO-1\\\", costs 0.00 USD, \\\"approved by dispatch"));

    assertThat(hidden.error().message())
        .contains("customerRef: character 5 is U+000A, which cannot be seen");
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).summary())
        .startsWith(
            "Create a load for order \"PO-1', costs 0.00 USD, 'approved by dispatch\", pick up at");
  }

  @Test
  void everyStopIsShown() {
    String stop = "{\"address\":\"%s\",\"city\":\"Corbin\",\"state\":\"KY\",\"zip\":\"40701\"}";
    StringBuilder stops = new StringBuilder(stop.formatted("1 First St"));
    for (int i = 2; i <= 9; i++) stops.append(',').append(stop.formatted(i + " Middle St"));
    String load =
        "{\"driverPhone\":\"+13125550142\",\"customerRef\":\"PO-1\",\"pickups\":[%s],\"deliveries\":[%s]}"
            .formatted(stops, stop.formatted("99 Last St"));

    asking(Approval.DENIED).call("create_load", load);

    assertThat(asked.get(0).summary())
        .contains("1 First St", "2 Middle St", "5 Middle St", "9 Middle St", "99 Last St");
    assertThat((List<?>) asked.get(0).arguments().get("pickups")).hasSize(9);
  }

  @Test
  void aHostThatCannotAskSaysSoAndWhatToSetUp() {
    ToolError error = asking(Approval.UNAVAILABLE).createLoad("PO-1").error();

    assertThat(error.code()).isEqualTo("APPROVAL_UNAVAILABLE");
    assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);
    assertThat(error.message())
        .contains("this host has no way to ask")
        .contains("--approve-above")
        .contains("Nothing was charged.");
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void aFreeToolCanBePutUnderApproval() {
    AgentFixture.Toolbox tools =
        fixture.tools(
            b ->
                b.unlimited()
                    .approvalAbove("1.00")
                    .approvalFor("confirm_delivery")
                    .approver(answering(Approval.DENIED)));
    Object loadNumber = Json.at(tools.createLoad("PO-1"), "loadNumber");

    ToolResult result = tools.call("confirm_delivery", "{\"loadNumber\":\"" + loadNumber + "\"}");

    assertThat(result.error().code()).isEqualTo("APPROVAL_DENIED");
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).summary())
        .isEqualTo("Confirm a delivery, loadNumber \"" + loadNumber + "\"");
    assertThat(fixture.sent(Operation.CONFIRM_DELIVERY)).isZero();
  }

  @Test
  void aPriceThatChangesWhileAPersonThinksIsAskedAboutAgain() {
    Approver slow =
        request -> {
          asked.add(request);
          if (asked.size() == 1) {
            fixture.server.price("load_create", "2.00");
            fixture.later(Duration.ofMinutes(3));
          }
          return Approval.APPROVED;
        };

    ToolResult result = fixture.tools(b -> b.unlimited().approver(slow)).createLoad("PO-1");

    assertThat(asked)
        .extracting(request -> request.priceUsd().toPlainString())
        .containsExactly("0.65", "2.00");
    assertThat(Json.at(result, "chargedUsd")).isEqualTo("2.00");
    assertThat(fixture.debits()).containsExactly("2.00");
  }

  @Test
  void aCallThatWasCancelledWhileAPersonThoughtIsNotMade() {
    AtomicBoolean cancelled = new AtomicBoolean();
    Approver late =
        request -> {
          cancelled.set(true);
          return Approval.APPROVED;
        };
    AgentFixture.Toolbox tools = fixture.tools(b -> b.unlimited().approver(late));

    ToolResult result =
        tools
            .named("create_load")
            .invoke(
                AgentFixture.load("PO-1"), ToolCall.anonymous().withCancellation(cancelled::get));

    assertThat(result.error().code()).isEqualTo("CANCELLED");
    assertThat(result.error().message()).contains("Nothing was charged.");
    assertThat(fixture.sent(Operation.CREATE_LOAD)).isZero();
  }

  private AgentFixture.Toolbox asking(Approval answer) {
    return fixture.tools(b -> b.unlimited().approver(answering(answer)));
  }

  private Approver answering(Approval answer) {
    return request -> {
      asked.add(request);
      return answer;
    };
  }
}
