package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.Operation;
import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.Test;

class RequestBodyChecksIT {
  private final WireFixture service = new WireFixture();

  @Test
  void undescribedFieldFailsTheTest() throws IOException {
    post(
        Operation.CONFIRM_DELIVERY.path().replace("{loadNumber}", SampleLoads.NUMBER),
        "{\"bol\":1}");
    assertThatThrownBy(service::close).hasMessageContaining("bol");
  }

  @Test
  void undescribedPathFailsTheTest() throws IOException {
    post("/v1/agent/everything", "{}");
    assertThatThrownBy(service::close).hasMessageContaining("/v1/agent/everything");
  }

  @Test
  void undescribedPhoneFailsTheTestInAWorld() {
    service.close();
    ScriptedService inWorld =
        new ScriptedService().enqueue(ServiceResponses.createdLoad(SampleLoads.NUMBER));
    inWorld.client().createLoad(SampleLoads.twoStops().toBuilder().driverPhone("12").build());
    assertThatThrownBy(inWorld::close).hasMessageContaining("driverPhone");
  }

  private void post(String path, String body) throws IOException {
    service.enqueue(ServiceResponses.error(400));
    RequestBody json = RequestBody.create(body, MediaType.get("application/json"));
    Request request =
        new Request.Builder().url(service.server().url(path)).method("POST", json).build();
    service.http().newCall(request).execute().close();
  }
}
