package io.freightsdk.examples.outbox;

import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.outbox.Outbox;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** Stores an order and its load in one transaction, and sends the load. */
public class Orders {
  public static void main(String[] args) throws SQLException {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:./orders;WRITE_DELAY=0");
    try (FreightClient freight = FreightClient.builder().build()) {
      System.out.println(order(database, freight, "PO-7731"));
    }
  }

  static String order(DataSource database, FreightClient freight, String number)
      throws SQLException {
    Outbox outbox = Outbox.of(database, freight);
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      // Your own INSERT of the order goes here.
      outbox.book(transaction, number, load());
      transaction.commit();
    }
    return outbox.send(number).toString();
  }

  private static CreateLoadInput load() {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(stop("120 Main St", "Corbin", "KY", "40701"))
        .deliveries(stop("9 Elm St", "Dallas", "TX", "75201"))
        .build();
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }
}
