/**
 * The judges of the simulator over real sockets and processes: client processes that are killed, a
 * proxy that breaks connections, databases that are stopped hard. Loopback only.
 */
package io.freightsdk.chaos;
