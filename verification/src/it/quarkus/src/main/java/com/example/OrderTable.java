package com.example;

import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.JobsListener;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/** The table of the orders and their loads. */
@Singleton
@Path("/")
public class OrderTable implements JobsListener {
  private final DataSource database;

  OrderTable(DataSource database) {
    this.database = database;
  }

  void create(@Observes @Priority(1) StartupEvent event) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE orders (number VARCHAR(20) PRIMARY KEY, load_number VARCHAR(64))");
    }
  }

  @Override
  public void onLoadBooked(BookedLoad load) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement update =
            connection.prepareStatement("UPDATE orders SET load_number = ? WHERE number = ?")) {
      update.setString(1, load.loadNumber());
      update.setString(2, load.reference().substring("acme/".length()));
      update.executeUpdate();
    }
  }

  /** The load number of each order; empty if it has no load. */
  @GET
  @Path("orders")
  public Map<String, String> orders() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT number, load_number FROM orders")) {
      Map<String, String> orders = new TreeMap<>();
      while (rows.next()) {
        String load = rows.getString(2);
        orders.put(rows.getString(1), load == null ? "" : load);
      }
      return orders;
    }
  }
}
