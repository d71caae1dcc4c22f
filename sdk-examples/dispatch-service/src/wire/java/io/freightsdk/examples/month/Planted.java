package io.freightsdk.examples.month;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.LoadEvent;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** The service with one fault that others have shipped. */
final class Planted {
  private Planted() {}

  /** Each instance polls all loads by itself, because one timer in a class is easy to write. */
  @Configuration(proxyBeanMethods = false)
  @Import(MonthProcess.class)
  public static class BothPoll {
    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService poller(
        FreightClient client,
        JdbcTemplate database,
        @Qualifier("freightClock") Clock freightClock) {
      ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor();
      Instant[] polled = {freightClock.instant()};
      Future<?> unused =
          poller.scheduleWithFixedDelay(
              () -> {
                Instant now = freightClock.instant();
                if (!now.equals(polled[0])) poll(client, database);
                polled[0] = now;
              },
              0,
              5,
              TimeUnit.MILLISECONDS);
      return poller;
    }

    private static void poll(FreightClient client, JdbcTemplate database) {
      String open = "SELECT load_number FROM dispatch_order WHERE load_number IS NOT NULL";
      for (String load : database.queryForList(open, String.class)) {
        try {
          client.getLoadPosition(load);
        } catch (FreightException later) {
          // The next poll comes.
        }
      }
    }
  }

  /** The listener is registered twice, and stores what it is told without a look. */
  @Configuration(proxyBeanMethods = false)
  @Import(MonthProcess.class)
  public static class StoresWhatItIsTold {
    @Bean
    JdbcTemplate jdbcTemplate(DataSource dataSource) {
      return new JdbcTemplate(dataSource) {
        @Override
        public <T> T queryForObject(String sql, Class<T> type, @Nullable Object... values) {
          boolean looksForTheEvent = sql.contains("FROM dispatch_event");
          return looksForTheEvent ? type.cast(0) : super.queryForObject(sql, type, values);
        }
      };
    }

    @Bean
    Object secondListener(ApplicationContext context, FleetWatch fleet, JdbcTemplate database)
        throws NoSuchMethodException {
      try {
        database.execute("ALTER TABLE dispatch_event DROP PRIMARY KEY");
      } catch (DataAccessException hasNone) {
        // The other instance was first.
      }
      Object events = context.getBean("loadEvents");
      Method on = events.getClass().getMethod("on", LoadEvent.class);
      on.setAccessible(true);
      return fleet.listen(
          event -> {
            try {
              on.invoke(events, event);
            } catch (ReflectiveOperationException e) {
              throw new IllegalStateException(e);
            }
          });
    }
  }

  /** Each try of a creation has a key and a reference of its own. */
  @Configuration(proxyBeanMethods = false)
  @Import(MonthProcess.class)
  public static class KeyPerTry {
    @Bean
    static BeanPostProcessor keysPerTry() {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          return bean instanceof FreightClient client ? withKeysPerTry(client) : bean;
        }
      };
    }

    private static Object withKeysPerTry(FreightClient client) {
      return Proxy.newProxyInstance(
          FreightClient.class.getClassLoader(),
          new Class<?>[] {FreightClient.class},
          (proxy, method, arguments) -> {
            if (method.getName().equals("createLoad") && arguments.length == 2) {
              return created(client, (CreateLoadInput) arguments[0], (CallOptions) arguments[1]);
            }
            try {
              return method.invoke(client, arguments);
            } catch (InvocationTargetException e) {
              throw e.getCause();
            }
          });
    }

    private static Object created(FreightClient client, CreateLoadInput wish, CallOptions options) {
      CallOptions another =
          options.toBuilder().idempotencyKey(UUID.randomUUID().toString()).build();
      try {
        return client.createLoad(wish, another);
      } catch (FreightException lost) {
        CreateLoadInput again = wish.toBuilder().customerRef(wish.customerRef() + " again").build();
        return created(client, again, options);
      }
    }
  }
}
