package io.freightsdk.outbox;

import io.freightsdk.FreightClient;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.model.Operation;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;

/** A process with an outbox, which kills itself (SIGKILL) where the second argument says. */
final class CrashingProcess {
  /** Where a process can die: between the statements, and within the call. */
  enum At {
    BEFORE_COMMIT,
    AFTER_COMMIT,
    BEFORE_THE_CALL,
    BEFORE_THE_REQUEST,
    AFTER_THE_ANSWER,
    BEFORE_THE_RESULT_IS_STORED,
    BEFORE_IT_IS_HEARD,
    AFTER_IT_IS_HEARD,
    AFTER_IT_IS_TOLD,
    NOWHERE
  }

  private final At crash;

  private CrashingProcess(At crash) {
    this.crash = crash;
  }

  /** Arguments: database, where to crash, base URL. The key is in the environment. */
  public static void main(String[] arguments) throws Exception {
    new CrashingProcess(At.valueOf(arguments[1])).run(database(arguments[0]), arguments[2]);
  }

  static DataSource database(String url) throws SQLException {
    return TestDatabases.of(url);
  }

  private void run(DataSource database, String baseUrl) throws SQLException {
    // What another process dies with is free at once.
    RequestListener listener = new Listener();
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl(baseUrl)
            .httpClient(new OkHttpClient.Builder().addInterceptor(this::intercept).build())
            .listener(listener)
            .build()) {
      Outbox outbox =
          Outbox.builder(database, client)
              .lease(Duration.ofMillis(1))
              .listener(booking -> hear(database, booking))
              .build();
      try (Connection transaction = database.getConnection()) {
        transaction.setAutoCommit(false);
        outbox.book(transaction, "order-4711", Wishes.wish());
        here(At.BEFORE_COMMIT);
        transaction.commit();
      }
      here(At.AFTER_COMMIT);
      outbox.send("order-4711");
      here(At.AFTER_IT_IS_TOLD);
    }
  }

  /** What an application does: it writes the load of its order. */
  private void hear(DataSource database, Booking booking) {
    here(At.BEFORE_IT_IS_HEARD);
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      int unused =
          statement.executeUpdate("INSERT INTO heard VALUES ('" + booking.loadNumber() + "')");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    here(At.AFTER_IT_IS_HEARD);
  }

  private final class Listener implements RequestListener {
    @Override
    public void on(RequestEvent event) {
      boolean created =
          event instanceof RequestEvent.CallEnded && event.operation() == Operation.CREATE_LOAD;
      if (created) here(At.BEFORE_THE_RESULT_IS_STORED);
    }
  }

  private Response intercept(Interceptor.Chain chain) throws IOException {
    boolean creation = chain.request().method().equals("POST");
    // A creation reads its price before.
    here(creation ? At.BEFORE_THE_REQUEST : At.BEFORE_THE_CALL);
    Response response = chain.proceed(chain.request());
    if (creation) here(At.AFTER_THE_ANSWER);
    return response;
  }

  private void here(At place) {
    if (place != crash) return;
    try {
      new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid()))
          .start()
          .waitFor();
      Thread.currentThread().join();
    } catch (IOException | InterruptedException e) {
      // Without a kill of the system: no shutdown hook runs here either.
      Runtime.getRuntime().halt(137);
    }
  }
}
