package io.freightsdk.examples.benchmarks.server;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.freightsdk.examples.benchmarks.Usage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A look into another JVM of this machine, whatever runs in it. */
public final class OtherJvm implements AutoCloseable {
  private final JMXConnector connection;
  private final OperatingSystemMXBean system;
  private final ThreadMXBean threads;

  private OtherJvm(JMXConnector connection) throws IOException {
    this.connection = connection;
    MBeanServerConnection beans = connection.getMBeanServerConnection();
    system =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class);
    threads =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
  }

  /** A look into the JVM of this process. */
  public static OtherJvm of(long processId) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(String.valueOf(processId));
      try {
        String address = machine.startLocalManagementAgent();
        return new OtherJvm(JMXConnectorFactory.connect(new JMXServiceURL(address)));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException("no JVM to look into: process " + processId, e);
    }
  }

  /** What it has used until now, with the little that this question costs it. */
  public Usage usage() {
    return Usage.of(system, threads);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
