/**
 * Whole worlds from one seed: client processes, the network, the reference service and people, and
 * judges who know only the service's ledger and what callers were told. Their threads hand on a
 * baton, so that one runs at a time. Test code: nothing of it is shipped.
 */
package io.freightsdk.simulation;
