package io.freightsdk.server.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.Service;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ServerStateTest {
  @AutoClose private final Service service = Service.start();

  @Test
  void aFailureShowsMoneyRequestsAndLoadsButNoSecret() {
    String loadNumber = service.createLoad();
    service.server().faults().next(Operation.GET_LOAD_POSITION, Fault.status(500));
    service.read(loadNumber);
    String driverToken = service.server().load(loadNumber).view().driverToken();
    service.anyone().post("/api/driver/" + driverToken + "/ping", "{}");

    String state = new ServerState(service.server(), service.broker(), 0).getMessage();
    assertThat(state)
        .contains("holds 24.35 USD")
        .contains("DEBIT 0.65 USD createLoad " + loadNumber)
        .contains("GET /v1/agent/loads/" + loadNumber + " -> 500 (fault STATUS)")
        .contains("PLANNED")
        .doesNotContain(service.broker().agentKey())
        .doesNotContain(driverToken)
        .doesNotContain("5550142");
  }

  /**
   * They belong to no broker, and a server that tests share has the entries of other tests, too.
   */
  @Test
  void aFailureShowsGuessedPathsOfItsOwnTestOnly() {
    service.anyone().get("/v1/agent/of-another-test");
    long before = service.server().journal().total();
    service.anyone().get("/v1/agent/of-this-test");

    assertThat(new ServerState(service.server(), service.broker(), before).getMessage())
        .contains("GET /v1/agent/of-this-test -> 404")
        .doesNotContain("of-another-test");
  }
}
