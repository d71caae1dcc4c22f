package io.freightsdk.spring.boot;

import io.freightsdk.testing.JdbcProxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/** A database that says that it is of another kind. */
final class DatabaseProduct {
  private DatabaseProduct() {}

  /** The connection, with another name of the product. */
  static Connection named(String product, Connection connection) throws SQLException {
    DatabaseMetaData facts =
        saying(DatabaseMetaData.class, connection.getMetaData(), "getDatabaseProductName", product);
    return saying(Connection.class, connection, "getMetaData", facts);
  }

  /** An object that responds to one method with this, and to any other as the original does. */
  private static <T> T saying(Class<T> type, T original, String method, Object response) {
    return JdbcProxy.of(
        type,
        (called, arguments) ->
            called.getName().equals(method)
                ? response
                : JdbcProxy.invoke(original, called, arguments));
  }
}
