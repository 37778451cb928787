// Made by assets/fonts/make-scripts.ts; see ../widths.ts for what it says.
export default {
  advances:
    'e81:h2,h3;e84:h2;e86:ki,a9,fq,gj,h3;e8c:hy,h2,qa,ik,h2,ki,r1,l2,ho,hy,h7,k6,hw,h2,h2,h4,k6,k6,kc,ke,l4,h2,h7,h3;ea5:he;ea7:ga,h2,h4,hn,k6,gi,h8,h3,g2,ac,0,90,90,0,0,0,0,0,0,5u,0,0,fy;ec0:7t,eb,7s,7s,90;ec6:hf;ec8:0,0,0,0,0,0,0;ed0:h4,ga,g7,gj,gy,gy,hl,h2,hp,kt;edc:qv,rg,h2,h2;25cc:gi',
  pairs: '',
  joiner: '',
  before: '',
  after: '',
  conjuncts: '',
}
