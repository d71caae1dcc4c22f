package io.freightsdk.mcp.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendFilter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileBooksTest {
  @TempDir Path parent;

  /** Amounts are in USD, with cents, as a person would write them. */
  @Test
  void theFileCanBeReadByAPerson() throws Exception {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("books"));
    FileBooks books = new FileBooks(RowFile.open(folder, "default"));
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      server.price("load_create", "0.7");
      Broker broker = server.createBroker("25.00");
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              .spendStore(books)
              .build()) {
        client.createLoad(
            CreateLoadInput.builder()
                .driverPhone("+13125550142")
                .pickups(stop("255 E 5th St", "Cincinnati", "OH", "45202"))
                .deliveries(stop("120 Gary Wade Blvd", "Sevierville", "TN", "37862"))
                .build());
        assertThat(client.ledger().entries(SpendFilter.all()).get(0).amountUsd())
            .isEqualByComparingTo(new BigDecimal("0.7"));
      }
    }
    assertThat(Files.readString(folder.path().resolve("default.books")))
        .contains("\\\"mostUsd\\\":\\\"0.70\\\"");
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }
}
