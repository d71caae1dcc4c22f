/**
 * Whole worlds in one thread from one seed: client processes, the network, the reference service
 * and people, and judges who know only the service's ledger and what callers were told. Test code:
 * nothing of it is shipped.
 */
package io.freightsdk.simulation;
