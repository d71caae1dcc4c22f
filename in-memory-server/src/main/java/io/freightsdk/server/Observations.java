package io.freightsdk.server;

import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer.Divergence;
import io.freightsdk.server.http.Answer;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.json.JsonObjects;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.server.view.Sms;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the server saw, and what it chose. */
final class Observations {
  private static final String DESCRIPTION = "admin/admin-api.yaml";

  private final InMemoryFreightServer server;

  Observations(InMemoryFreightServer server) {
    this.server = server;
  }

  Answer requests(Call call) {
    List<RecordedRequest> last = server.journal().last(Input.limit(call));
    return Answer.json(
        200,
        JsonObjects.object(
            "total",
            server.journal().total(),
            "requests",
            last.stream().map(Observations::json).toList()));
  }

  Answer sms(Call call) {
    String phone = call.query("phone");
    List<Sms> messages = phone == null ? server.sms().messages() : server.sms().to(phone.trim());
    return Answer.json(
        200, JsonObjects.object("messages", messages.stream().map(Observations::json).toList()));
  }

  Answer divergences(Call call) {
    return Answer.json(
        200,
        JsonObjects.object(
            "divergences", server.divergences().stream().map(Observations::json).toList()));
  }

  Answer description(Call call) throws IOException {
    try (InputStream yaml = Observations.class.getResourceAsStream(DESCRIPTION)) {
      if (yaml == null) throw new IOException("the jar lacks " + DESCRIPTION);
      return Answer.of(200, "application/yaml", yaml.readAllBytes());
    }
  }

  private static Map<String, @Nullable Object> json(RecordedRequest request) {
    Operation operation = request.operation();
    return JsonObjects.object(
        "sequence", request.sequence(),
        "requestId", request.requestId(),
        "at", request.at(),
        "connectionId", request.connectionId(),
        "method", request.method(),
        "path", request.path(),
        "operation", operation == null ? null : operation.id(),
        "brokerId", request.brokerId(),
        "idempotencyKey", request.idempotencyKey(),
        "body", request.body(),
        "status", request.status(),
        "fault", request.fault(),
        "resendOf", request.resendOf(),
        "note", request.note());
  }

  private static Map<String, @Nullable Object> json(Sms sms) {
    return JsonObjects.object(
        "at", sms.at(),
        "phone", sms.phone(),
        "loadNumber", sms.loadNumber(),
        "text", sms.text(),
        "link", sms.link());
  }

  private static Map<String, @Nullable Object> json(Divergence divergence) {
    return JsonObjects.object(
        "id", divergence.id(),
        "section", divergence.section(),
        "open", divergence.open(),
        "choice", divergence.choice(),
        "test", divergence.test());
  }
}
