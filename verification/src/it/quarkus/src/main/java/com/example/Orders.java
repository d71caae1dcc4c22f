package com.example;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;

@Path("/")
public class Orders {
  private final FreightJobs jobs;
  private final FreightClient freight;
  private final DataSource database;

  Orders(FreightJobs jobs, FreightClient freight, DataSource database) {
    this.jobs = jobs;
    this.freight = freight;
    this.database = database;
  }

  /** Stores the order, and books its load in the same transaction. */
  @PUT
  @Path("orders/{number}")
  @Transactional(rollbackOn = SQLException.class) // else JTA commits after a checked exception
  public BookResult put(@PathParam("number") String number, CreateLoadInput load)
      throws SQLException {
    try (Connection transaction = database.getConnection();
        PreparedStatement order =
            transaction.prepareStatement("INSERT INTO orders (number) VALUES (?)")) {
      BookResult result = jobs.book(transaction, "acme/" + number, load, "acme");
      order.setString(1, number);
      order.executeUpdate();
      return result;
    }
  }

  @GET
  @Path("loads/{number}")
  public CompletionStage<LoadPosition> position(@PathParam("number") String number) {
    return freight.async().getLoadPosition(number);
  }

  /** A position, and when it was read: JSON of a FreightResponse has only its value. */
  public record Shown(LoadPosition position, Instant readAt) {}

  @GET
  @Path("pages/{number}")
  public CompletionStage<Shown> page(@PathParam("number") String number) {
    CallOptions shared =
        CallOptions.builder()
            .maxAge(Duration.ofMinutes(2))
            .staleIfError(Duration.ofHours(2))
            .build();
    return freight
        .async()
        .withResponse()
        .getLoadPosition(number, shared)
        .thenApply(read -> new Shown(read.value(), read.readAt()));
  }
}
