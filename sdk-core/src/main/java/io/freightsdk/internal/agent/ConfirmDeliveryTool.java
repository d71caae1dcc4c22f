package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.LoadStatus;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Confirms a delivery, which is free and cannot be taken back: API description, section 4.4. */
final class ConfirmDeliveryTool implements ToolBody {
  private final FreightClient client;
  private final Consumer<String> changed;
  private final ToolDefinition definition = Definitions.confirmDelivery();

  /**
   * Tells of what it does.
   *
   * @param changed hears the number of a load whose status is another now
   */
  ConfirmDeliveryTool(FreightClient client, Consumer<String> changed) {
    this.client = client;
    this.changed = changed;
  }

  @Override
  public ToolDefinition definition() {
    return definition;
  }

  @Override
  public Answer run(Invocation invocation) {
    String loadNumber = invocation.text("loadNumber");
    ConfirmDeliveryResult result = confirm(loadNumber, invocation);
    changed.accept(loadNumber);

    LoadStatus status = result.newStatus() == null ? LoadStatus.DELIVERED : result.newStatus();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", loadNumber);
    members.put("status", status.value());
    members.put("alreadyDelivered", Boolean.TRUE.equals(result.idempotent()));
    return Answer.free(members);
  }

  private ConfirmDeliveryResult confirm(String loadNumber, Invocation invocation) {
    if (!invocation.arguments().containsKey("bolReceivedAt")) {
      return client.confirmDelivery(loadNumber);
    }
    Instant bolReceivedAt = OffsetDateTime.parse(invocation.text("bolReceivedAt")).toInstant();
    return client.confirmDelivery(loadNumber, bolReceivedAt);
  }
}
