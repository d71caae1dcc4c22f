package io.freightsdk.server.http;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.Scope;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** key, scope, registration, body, load exists, load is the broker's, state, billing. */
class OrderOfChecksTest {
  @AutoClose private final Service service = Service.start();

  @Test
  void theKeyComesBeforeTheBody() {
    assertThat(service.anyone().post("/v1/agent/loads", "{").status()).isEqualTo(401);
    assertThat(service.anyone().post("/v1/agent/loads", "x", "Content-Type", "text/plain").status())
        .isEqualTo(401);
  }

  @Test
  void theScopeComesBeforeTheRegistration() {
    Broker unregistered = unregistered();
    Http reader = service.anyone().as(unregistered.newKey(Scope.LOADS_READ));
    assertThat(reader.post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(403);
  }

  @Test
  void theRegistrationComesBeforeTheBody() {
    Http client = service.anyone().as(unregistered().agentKey());
    assertThat(client.post("/v1/agent/loads", "{").status()).isEqualTo(422);
  }

  @Test
  void theBodyComesBeforeTheLoad() {
    assertThat(service.confirm("LD-2026-9999", "{\"bol_received_at\":1}").status()).isEqualTo(400);
  }

  @Test
  void theOwnerComesBeforeTheState() {
    String loadNumber = service.createLoad();
    Http.Reply reply =
        service.stranger("0.00").post("/v1/agent/loads/" + loadNumber + "/delivery-confirm", "{}");
    assertThat(reply.status()).isEqualTo(403);
  }

  @Test
  void theOwnerComesBeforeBilling() {
    String loadNumber = service.createLoad();
    Http stranger = service.stranger("0.00");
    assertThat(stranger.get("/v1/agent/loads/" + loadNumber).status()).isEqualTo(403);
    assertThat(stranger.get("/v1/agent/loads/none").status()).isEqualTo(404);
  }

  @Test
  void theBodyComesBeforeBilling() {
    assertThat(service.stranger("0.00").post("/v1/agent/loads", "{}").status()).isEqualTo(400);
  }

  @Test
  void anOutageIsMetOnlyByThoseWhoWouldBeCharged() {
    service.server().faults().billingOutage();
    assertThat(service.anyone().get("/v1/agent/loads/x").status()).isEqualTo(401);
    assertThat(service.read("none").status()).isEqualTo(404);
    assertThat(service.client().post("/v1/agent/loads", "{}").status()).isEqualTo(400);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(service.client().get("/v1/agent/pricing").status()).isEqualTo(200);
    assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(503);
    assertThat(service.broker()).wasNotCharged();
  }

  private Broker unregistered() {
    return service
        .server()
        .createBroker(BrokerSettings.DEFAULT.withBalance("5.00").withRegistered(false));
  }
}
